import { makeOdf } from "../odf/MakeOdf.ts"
import { makeCompoundFile } from "../ole/MakeCompoundFile.ts"
import { makeDoc } from "../ole/MakeDoc.ts"
import { makePackage } from "../ole/MakeObjects.ts"
import { makeOoxml } from "../ooxml/MakeOoxml.ts"
import { makePdf } from "../pdf/MakePdf.ts"
import { embedded, objectOf, rtf } from "../rtf/MakeRtf.ts"

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1")

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")

/** Builds a PDF with one attachment. */
export const attachedToPdf = (bytes: Uint8Array, name: string): Uint8Array =>
  makePdf({
    1: `<</Type/Catalog/Names<</EmbeddedFiles<</Names[(a)<</Type/Filespec/F(${name})/EF<</F 3 0 R>>>>]>>>>>>`,
    // The attachment is encoded, because scanners also find the objects of an unencoded PDF in a stream.
    3: `<</Type/EmbeddedFile/Filter/ASCIIHexDecode/Length ${2 * bytes.length}>>stream\n${hex(bytes)}\nendstream`
  }, "none")

/** Builders of documents of every family that contain a given file. */
export const carriers: ReadonlyArray<readonly [string, (bytes: Uint8Array, name: string) => Uint8Array]> = [
  ["attached to a PDF", attachedToPdf],
  ["packed in a text of Word", (bytes, name) =>
    makeCompoundFile({
      ...makeDoc({}),
      "ObjectPool/_1/\x01Ole10Native": makePackage({
        label: name,
        fileName: name,
        tempName: name,
        bytes: latin1(bytes)
      })
    })],
  ["embedded in a package of Word", (bytes) =>
    makeOoxml({
      parts: { "word/embeddings/object1.bin": bytes },
      relationships: { "word/document.xml": [{ id: "rId9", type: "package", target: "embeddings/object1.bin" }] }
    })],
  ["embedded in RTF", (bytes) => rtf(objectOf(embedded("Some.Thing.1", bytes)))],
  ["embedded in a text of OpenDocument", (bytes) => makeOdf({ "Object 1": bytes })]
]
