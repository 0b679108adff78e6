import {
  ber,
  contentInfo,
  contentTypes,
  mailOf,
  makeSigned,
  structure
} from "../../adapters/documents/smime/MakeCms.ts"
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

const latin1 = (text: string): Uint8Array => Buffer.from(text, "latin1")
const cms = (text: string): Uint8Array =>
  Buffer.concat([Buffer.from([0x30, 0x80]), contentTypes.signed, Buffer.from([0xa0, 0x80]), latin1(text)])

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
  documentReader("TNEF: name", (text) => makeTnef(tnefAttachment(text, "MZ")), ["a.", " .exe"]),
  documentReader("CMS: elements", cms, ["0\x80", "\0\0", "\x1f\x80", "\x30\x84\x7f\x7f\x7f\x7f", "\x05\0"]),
  documentReader(
    "CMS: octets",
    (text) => contentInfo(contentTypes.signed, structure(contentTypes.data, ber(0x24, latin1(text)), ber)),
    ["\x04\x01a", "\x24\x80", "\x04\0"]
  ),
  documentReader("CMS: message", (text) => makeSigned(`Content-Type: ${text}`), [
    "a/b;",
    "\nmultipart/a; boundary=b\n\n--b"
  ]),
  documentReader("CMS: Base64", (text) => latin1(`-----BEGIN CMS-----\nMIAGCSqGSIb3DQEHA${text}`), [
    "-----",
    "QUFB\n",
    "="
  ]),
  documentReader("CMS: line of PEM", (text) => latin1(`-----BEGIN ${text}`), ["A", " ", "-----"]),
  documentReader("CMS: name", (text) => mailOf(makeSigned("a"), "application/pkcs7-mime", text), [".p7m", "=?utf-8?q?"])
]
