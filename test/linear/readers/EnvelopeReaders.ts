import {
  attribute,
  makeTnef,
  messageProperties,
  namedProperty,
  property,
  tnefAttachment
} from "../../adapters/documents/tnef/MakeTnef.ts"
import { documentReader, linkPumps } from "./DocumentReader.ts"
import type { Reader } from "./Reader.ts"

/** Readers of formats that contain a message. Each reads a file from its bytes to its findings. */
export const envelopeReaders: ReadonlyArray<Reader> = [
  documentReader("TNEF: attributes", (text) => Buffer.concat([makeTnef(), Buffer.from(text, "latin1")]), [
    "\x01\x03\x90\x06\0\0\0\0\0\0\0",
    "\x02\x02\x90\x06\0\0\0\0\0\0\0",
    "\x02\x0f\x80\x06\0\x02\0\0\0MZ"
  ]),
  documentReader("TNEF: properties", (text) => makeTnef(attribute(1, 0x00069003, `\xff\xff\xff\xff${text}`)), [
    "\x1f\0\x37\0\x01\0\0\0\x02\0\0\0a\0\0\0",
    "\x1f\x10\x37\0\0\0\0\0",
    "\x03\0\x37\0\0\0\0\0"
  ]),
  documentReader("TNEF: named property", (text) => makeTnef(messageProperties(namedProperty(0x8001, text))), linkPumps),
  documentReader("TNEF: HTML", (text) => makeTnef(messageProperties(property(0x1013, Buffer.from(text)))), [
    "<a href=\"http://a",
    "<!--"
  ]),
  documentReader("TNEF: name", (text) => makeTnef(tnefAttachment(text, "MZ")), ["a.", " .exe"])
]
