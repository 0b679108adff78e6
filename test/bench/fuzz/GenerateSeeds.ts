import { formula, linkedBook, makeWorkbook, name, ptg, sst } from "../../adapters/documents/excel/MakeWorkbook.ts"
import { contentOf, flatOf, makeOdf, moduleOf } from "../../adapters/documents/odf/MakeOdf.ts"
import { encryptAgile, encryptStandard } from "../../adapters/documents/office-crypto/EncryptPackage.ts"
import { makeCompoundFile } from "../../adapters/documents/ole/MakeCompoundFile.ts"
import { field, makeDoc } from "../../adapters/documents/ole/MakeDoc.ts"
import {
  makeNamedProperty,
  makeOleStream,
  makePackage,
  urlMoniker as oleUrl
} from "../../adapters/documents/ole/MakeObjects.ts"
import { hyperlink, interactive, makePpt } from "../../adapters/documents/ole/MakePpt.ts"
import {
  code,
  mainTypes,
  makeOoxml,
  mark,
  paragraph,
  run,
  sheet,
  wordDocument,
  workbook
} from "../../adapters/documents/ooxml/MakeOoxml.ts"
import { openToAll } from "../../adapters/documents/pdf/EncryptedPdfs.ts"
import { makeFdf, makeXfdf } from "../../adapters/documents/pdf/MakeFdf.ts"
import { disguises, makePdf } from "../../adapters/documents/pdf/MakePdf.ts"
import { onePage } from "../../adapters/documents/pdf/pages/MakePage.ts"
import { embedded, linked, objectOf, packed, rtf, urlMoniker } from "../../adapters/documents/rtf/MakeRtf.ts"
import { contentTypes, makeCompressed, makeSigned, octets, structure } from "../../adapters/documents/smime/MakeCms.ts"
import {
  attachedObject,
  makeTnef,
  messageProperties,
  namedProperty,
  property,
  tnefAttachment
} from "../../adapters/documents/tnef/MakeTnef.ts"
import { makeVba, makeVbaStreams } from "../../adapters/documents/vba/MakeVba.ts"

export interface Seed {
  readonly name: string
  readonly read: () => Uint8Array
}

const macros = makeVba([{ name: "Module1", source: "Sub AutoOpen()\r\nShell Chr(99) & \"alc\"\r\nEnd Sub\r\n" }])
const macroStreams = makeVbaStreams([{
  name: "ThisDocument",
  source: "Sub Document_Open()\r\nCreateObject(\"WScript.Shell\").Run StrReverse(\"clac\")\r\nEnd Sub\r\n",
  compiled: [{ calls: ["Shell"], texts: ["calc"] }]
}], { prefix: "Macros", names: ["Shell"] })

const actions = {
  1: "<</Type/Catalog/Pages 2 0 R/OpenAction 6 0 R/AcroForm<</XFA 7 0 R>>/Names<</EmbeddedFiles<</Names[(a) 8 0 R]>>>>>>",
  2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
  3: "<</Type/Page/Parent 2 0 R/Annots[<</Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://a.example/)>>>>]>>",
  6: "<</S/JavaScript/JS(app.alert\\(1\\))/Next<</S/Launch/F(cmd.exe)>>>>",
  7: "(<xdp><script contentType=\"application/x-javascript\">a\\(\\)</script></xdp>)",
  8: "<</Type/Filespec/F(a.exe)/EF<</F 9 0 R>>>>",
  9: "<</Type/EmbeddedFile/Length 2>>stream\nMZ\nendstream"
}

const linkedPage = onePage({
  content: "q 1 0 0 1 9 9 cm BT /F 12 Tf 1 0 0 1 10 10 Tm (Click here) Tj ET Q /Im Do",
  entries: "/Annots[<</Subtype/Link/Rect[0 0 100 50]/A<</S/URI/URI(https://a.example/)>>>>]",
  resources: "/XObject<</Im 10 0 R>>",
  objects: {
    10: "<</Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray/Length 4>>stream\nabcd\nendstream"
  }
})

const document = makeOoxml({
  main: mainTypes.docm,
  mainContent: wordDocument(
    paragraph(mark("begin"), code("DDEAUTO cmd \"/k calc\""), mark("separate"), run("text"), mark("end"))
  ),
  relationships: {
    "word/document.xml": [
      { id: "r1", type: "attachedTemplate", target: "http://a.example/t.dotm", mode: "External" },
      { id: "r2", type: "oleObject", target: "embeddings/oleObject1.bin" },
      { id: "r3", type: "http://schemas.microsoft.com/office/2006/relationships/vbaProject", target: "vbaProject.bin" }
    ]
  },
  parts: {
    "word/vbaProject.bin": macros,
    "word/embeddings/oleObject1.bin": makeCompoundFile({ "\x01Ole10Native": makePackage({ label: "a.exe" }) })
  }
})

const macroSheets = makeOoxml({
  main: mainTypes.xlsm,
  mainName: "xl/workbook.xml",
  mainContent: workbook(
    "<sheets><sheet name=\"M\" sheetId=\"1\" state=\"veryHidden\" r:id=\"r1\"/></sheets>" +
      "<definedNames><definedName name=\"_xlnm.Auto_Open\">M!$A$1</definedName></definedNames>"
  ),
  relationships: {
    "xl/workbook.xml": [{
      id: "r1",
      type: "http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet",
      target: "macrosheets/sheet1.xml"
    }]
  },
  parts: {
    "xl/macrosheets/sheet1.xml": sheet(
      "<sheetData><row><c r=\"A1\"><f>EXEC(\"calc\")</f></c></row></sheetData>",
      "macrosheet"
    )
  }
})

const binaryBook = makeWorkbook(
  [
    { name: "S", records: [formula(ptg.text("a"))] },
    { name: "M", kind: "macro", state: 2, records: [formula(Buffer.concat([ptg.text("calc"), ptg.func(110)]))] }
  ],
  [sst("one", "two"), linkedBook("http://a.example/b.xls"), name("", { builtIn: 1 })]
)

const entity = "Content-Type: application/octet-stream; name=a.exe\r\nContent-Transfer-Encoding: base64\r\n\r\nTVo=\r\n"

/** Returns documents of every family of formats, made by the helpers of the tests. */
export const generateSeeds = (): ReadonlyArray<Seed> =>
  Object.entries({
    ...Object.fromEntries(disguises.map((disguise) => [`actions, ${disguise}.pdf`, makePdf(actions, disguise)])),
    ...Object.fromEntries(openToAll.slice(0, 3).map(([title, bytes]) => [`encrypted, ${title}.pdf`, bytes])),
    "page.pdf": linkedPage,
    "scripts.fdf": makeFdf(
      "/F(http://a.example/)/JavaScript<</After 4 0 R/Doc[(a)(b\\(\\))]>>/Fields[<</T(a)/V(b)/A<</S/Launch/F(cmd.exe)>>>>]",
      { 4: "<</Length 3>>stream\na()\nendstream" }
    ),
    "actions.xfdf": makeXfdf(
      "<f href=\"http://a.example/\"/><annots><link><OnActivation><Action Trigger=\"U\"><URI Name=\"http://a.example/\"/>" +
        "</Action></OnActivation></link><fileattachment file=\"a.exe\"><data encoding=\"hex\">4d5a</data></fileattachment></annots>"
    ),
    "macros.docm": document,
    "encrypted, agile.docx": encryptAgile(document, "VelvetSweatshop", { spinCount: 10 }),
    "encrypted, standard.docx": encryptStandard(document, "VelvetSweatshop", 128),
    "macros.xlsm": macroSheets,
    "macros.doc": makeCompoundFile({
      ...makeDoc({
        pieces: [field("HYPERLINK \"http://a.example/\"", "here"), { wide: "wide" }],
        template: "\\\\a\\t.dot"
      }),
      ...macroStreams,
      "\x05SummaryInformation": makeNamedProperty("a", "http://a.example/"),
      "ObjectPool/_1/\x01Ole10Native": makePackage({ label: "a.exe" }),
      "ObjectPool/_1/\x01Ole": makeOleStream(oleUrl("http://a.example/"))
    }),
    "macros.xls": makeCompoundFile({ Workbook: binaryBook }),
    "links.ppt": makeCompoundFile(
      makePpt({ records: [hyperlink("here", "http://a.example/"), interactive(2, "cmd.exe")] })
    ),
    "objects.rtf": rtf(
      objectOf(embedded("Package", packed("a.exe", "MZ"))) + objectOf(linked("Word.Document.8", "http://a.example/")) +
        objectOf(embedded("OLE2Link", urlMoniker("http://a.example/"))) +
        "{\\field{\\*\\fldinst HYPERLINK \"http://a.example/\"}{\\fldrslt here}}"
    ),
    "macros.odt": makeOdf({
      "content.xml": contentOf("<text:a xlink:href=\"http://a.example/\">here</text:a>"),
      "Basic/Standard/Module1.xml": moduleOf("Sub Main\nShell(&quot;calc&quot;)\nEnd Sub")
    }),
    "flat.fodt": flatOf("<office:body><office:text><text:p>text</text:p></office:text></office:body>"),
    "signed.p7m": makeSigned(entity),
    "signed, in pieces.p7m": makeSigned(entity, true),
    "signed twice.p7m": makeSigned(structure(contentTypes.data, octets(entity)), false, contentTypes.signed),
    "compressed.p7m": makeCompressed(entity),
    "winmail.dat": makeTnef(
      messageProperties(
        property(0x37, "subject"),
        property(0x1013, Buffer.from("<a href=\"http://a.example/\">here</a>")),
        namedProperty(0x8002, "\\\\a.example\\s\\a.wav")
      ),
      tnefAttachment("a.exe", "MZ"),
      tnefAttachment("a.msg", "", attachedObject(makeTnef(tnefAttachment("b.exe", "MZ"))))
    ),
    "macros.slk": Buffer.from("ID;P\r\nO;E\r\nNN;NAuto_open;ER1C1\r\nC;X1;Y1;EEXEC(\"calc\")\r\nE\r\n")
  }).map(([title, bytes]) => ({ name: title, read: () => bytes }))
