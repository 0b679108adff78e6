import {
  bof,
  eof,
  externName,
  formula,
  linkedBook,
  long8,
  makeWorkbook,
  name as definedName,
  ptg,
  sst
} from "../../adapters/documents/excel/MakeWorkbook.ts"
import { attachment, makeMessage, messageStreams, uncompressedRtf } from "../../adapters/documents/mail/MakeMessage.ts"
import { contentOf, flatOf, makeOdf, moduleOf } from "../../adapters/documents/odf/MakeOdf.ts"
import { makeCompoundFile } from "../../adapters/documents/ole/MakeCompoundFile.ts"
import { field, makeDoc } from "../../adapters/documents/ole/MakeDoc.ts"
import { hyperlink, interactive, makePpt } from "../../adapters/documents/ole/MakePpt.ts"
import { makeOoxml } from "../../adapters/documents/ooxml/MakeOoxml.ts"
import { olePackage } from "../../adapters/documents/reasons/OfficeParts.ts"
import { embedded, linked, objectOf, packed, rtf, urlMoniker } from "../../adapters/documents/rtf/MakeRtf.ts"
import { makeZip } from "../../adapters/documents/zip/MakeZip.ts"
import { basicPumps, documentReader, escapeXml, fieldPumps, formulaPumps, linkPumps } from "./DocumentReader.ts"
import type { Reader } from "./Reader.ts"

/** Cuts a text to fit into one BIFF record, which contains at most 8,224 bytes. */
const cut = (text: string): string => text.slice(0, 8_000)

const mail = (fields: string, body: string): Uint8Array =>
  Buffer.from(`From: a\nTo: b\nMIME-Version: 1.0\n${fields}\n\n${body}`, "latin1")

const book = (...globals: ReadonlyArray<Uint8Array>): Uint8Array =>
  makeCompoundFile({
    Workbook: makeWorkbook([{ name: "A", kind: "macro", records: [formula(ptg.ref(0, 0))] }], globals)
  })

/** Readers of OLE2, SYLK, RTF, ODF and ZIP. Each reads a file from its bytes to its findings. */
export const binaryReaders: ReadonlyArray<Reader> = [
  documentReader(
    "OLE2: bytes",
    (text) => Buffer.concat([makeCompoundFile({ A: "a" }).subarray(0, 512), Buffer.from(text, "latin1")])
  ),
  documentReader("DOC: text", (text) => makeCompoundFile(makeDoc({ pieces: [{ wide: text }] })), linkPumps),
  documentReader("DOC: field", (text) => makeCompoundFile(makeDoc({ pieces: [field(text)] })), [
    ...fieldPumps,
    "\x13",
    "\x13a\x14",
    "\x15"
  ]),
  documentReader("DOC: template", (text) => makeCompoundFile(makeDoc({ template: text.slice(0, 60_000) })), linkPumps),
  documentReader("DOC: file name", (text) => makeCompoundFile(makeDoc({ fileNames: [[4, text.slice(0, 60_000)]] }))),
  documentReader("DOC: object", (text) => olePackage(text, text), ["C:\\", "..\\"]),
  documentReader("PPT: link", (text) => makeCompoundFile(makePpt({ records: [hyperlink("a", text)] })), linkPumps),
  documentReader("PPT: program", (text) => makeCompoundFile(makePpt({ records: [interactive(2, text)] }))),
  documentReader("XLS: texts", (text) => book(sst(cut(text), cut(text))), linkPumps),
  documentReader("XLS: linked workbook", (text) => book(linkedBook(cut(text)), externName(text.slice(0, 255))), [
    "\x01\x01",
    "\x03",
    "cmd\x03"
  ]),
  documentReader("XLS: name", (text) => book(definedName(text.slice(0, 255)))),
  documentReader(
    "XLS: bytes",
    (text) => makeCompoundFile({ Workbook: Buffer.concat([bof("globals"), Buffer.from(text, "latin1"), eof]) })
  ),
  documentReader("XLS: tokens", (text) => book(definedName("A", { tokens: Buffer.from(cut(text), "latin1") })), [
    "\x17\x01\x00a",
    "\x42\x01",
    "\x08\x08\x08"
  ]),
  documentReader(
    "XLS: cell",
    (text) => makeCompoundFile({ Workbook: makeWorkbook([{ name: "A", records: [long8(cut(text))] }]) })
  ),
  documentReader("MSG: text", (text) => makeMessage(messageStreams({ "1000": text })), linkPumps),
  documentReader("MSG: HTML", (text) => makeMessage({ ...messageStreams({}), "__substg1.0_10130102": text }), [
    "<a href='",
    "<style ",
    "<script>",
    "<!-- -",
    "&#65;",
    " \n"
  ]),
  documentReader(
    "MSG: RTF",
    (text) => makeMessage({ ...messageStreams({}), "__substg1.0_10090102": uncompressedRtf(`{\\rtf1 ${text}`) })
  ),
  documentReader(
    "MSG: compressed RTF",
    (text) =>
      makeMessage({
        ...messageStreams({}),
        "__substg1.0_10090102": `${text.slice(0, 4)}\xff\xff\xff\0LZFu\0\0\0\0${text}`
      }),
    ["\xff\0", "\0\0", "\xff\xff"]
  ),
  documentReader(
    "MSG: name of an attachment",
    (text) => makeMessage({ ...messageStreams({}), ...attachment(0, text, "MZ") })
  ),
  documentReader("EML: header", (text) => mail(text, ""), ["a: b\n", " \n", "=?utf-8?q?", "Subject: =?", "\n "]),
  documentReader("EML: field", (text) => mail(`Content-Type: multipart/mixed; ${text}`, ""), [
    "; a=\"",
    "; a*0=",
    "\\\"",
    " = "
  ]),
  documentReader("EML: parts", (text) => mail("Content-Type: multipart/mixed; boundary=b", text), [
    "--b\n",
    "\n--b\n\n",
    "--b",
    "\n--b\nContent-Type: message/rfc822\n\n"
  ]),
  documentReader("EML: quoted-printable", (text) => mail("Content-Transfer-Encoding: quoted-printable", text), [
    "=",
    "= ",
    "=41"
  ]),
  documentReader("EML: mailbox", (text) => Buffer.from(`From a\nFrom: a\nTo: b\nSubject: c\n\n${text}`, "latin1"), [
    "\n\nFrom ",
    "\n\nFrom a\nb: c\n",
    "\r\r"
  ]),
  documentReader("EML: part without a name", (text) => mail("Content-Type: application/hta", text)),
  documentReader(
    "EML: near delimiters",
    (text) => mail("Content-Type: multipart/mixed; boundary=b", `--b\n\n${text}`),
    [
      "\n--b",
      "\n--bc",
      "=bc"
    ]
  ),
  documentReader("EML: Base64", (text) => mail("Content-Transfer-Encoding: base64", text)),
  documentReader("EML: HTML", (text) => mail("Content-Type: text/html", text), [
    "<a href=\"",
    "javascript:",
    "&#",
    "<!--[if a]>",
    "<svg><title>",
    "<iframe srcdoc='",
    "<b style='url(\\\\a"
  ]),
  documentReader("SYLK", (text) => Buffer.from(`ID;P\r\n${text}`, "latin1"), [
    "C;X1;Y1;K\"",
    "C;E",
    "NN;NAuto_Open;E",
    ";;",
    "\x1bN",
    "F;"
  ]),
  documentReader(
    "SYLK: formula",
    (text) => Buffer.from(`ID;P\r\nC;X1;Y1;E${text.replaceAll(/[\r\n]/g, " ")}\r\nE\r\n`, "latin1"),
    formulaPumps
  ),
  documentReader("RTF: bytes", (text) => rtf(text), [
    "{\\",
    "\\a",
    "{\\*\\a",
    "\\'41",
    "\\u65 a",
    "\\bin9 ",
    "{\\field{\\*\\fldinst "
  ]),
  documentReader("RTF: field", (text) => rtf(`{\\field{\\*\\fldinst ${text}}{\\fldrslt a}}`), fieldPumps),
  documentReader("RTF: template", (text) => rtf(`{\\*\\template ${text}}`), linkPumps),
  documentReader("RTF: data of an object", (text) => rtf(`{\\object\\objemb{\\*\\objdata ${text}}}`), [
    "0105000002000000",
    "01 05",
    "{\\a 01}",
    "d0cf11e0a1b11ae1"
  ]),
  documentReader("RTF: package", (text) => rtf(objectOf(embedded("Package", packed(text, text)), "Package"))),
  documentReader("RTF: link of an object", (text) => rtf(objectOf(linked("Word.Document", text)))),
  documentReader(
    "RTF: moniker",
    (text) => rtf(objectOf(embedded("OLE2Link", urlMoniker(text)), "OLE2Link")),
    linkPumps
  ),
  documentReader("RTF: HTML within", (text) => rtf(`\\fromhtml1 {\\*\\htmltag ${text}}`), [
    "<a href='",
    "<script ",
    " href =\""
  ]),
  documentReader("ODF: XML", (text) => makeOdf({ "content.xml": contentOf(text) }), [
    "<text:p>",
    "<text:a xlink:href=\"",
    "&#65;",
    "<!--"
  ]),
  documentReader("ODF: text", (text) => makeOdf({ "content.xml": contentOf(`<text:p>${escapeXml(text)}</text:p>`) })),
  documentReader(
    "ODF: link",
    (text) => makeOdf({ "content.xml": contentOf(`<text:a xlink:href="${escapeXml(text)}">a</text:a>`) }),
    [...linkPumps, "vnd.sun.star.script:", "../"]
  ),
  documentReader(
    "ODF: formula",
    (text) =>
      makeOdf({
        "content.xml": contentOf(
          `<table:table><table:table-row><table:table-cell table:formula="${
            escapeXml(text)
          }"/></table:table-row></table:table>`
        )
      }),
    [
      ...formulaPumps,
      "of:=DDE(\"a\";"
    ]
  ),
  documentReader(
    "ODF: script",
    (text) => makeOdf({ "Basic/Standard/Module1.xml": moduleOf(escapeXml(text)) }),
    basicPumps
  ),
  documentReader("ODF: manifest", (text) => makeOdf({ "META-INF/manifest.xml": text }), [
    "<manifest:file-entry manifest:full-path=\""
  ]),
  documentReader("ODF: name of a part", (text) => makeOdf({ [`Basic/${text.slice(0, 60_000)}`]: "<a/>" }), [
    "basic/",
    "/scripts/",
    ".xml"
  ]),
  documentReader("ODF: one file", (text) => flatOf(text), ["<office:scripts>", "<text:p>"]),
  documentReader("ZIP: bytes", (text) => Buffer.concat([makeOoxml({}), Buffer.from(text, "latin1")]), [
    "PK\x05\x06",
    "PK\x01\x02",
    "PK\x03\x04"
  ]),
  documentReader(
    "ZIP: comment",
    (text) =>
      makeZip([{ name: "[Content_Types].xml", content: "<Types/>" }], {
        comment: Buffer.from(text.slice(0, 60_000), "latin1")
      }),
    ["PK\x05\x06"]
  )
]
