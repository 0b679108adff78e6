import { deflateSync } from "node:zlib"
import type { Bomb } from "./ExpectBombs.ts"
import { catalog, file, flate, megabyte, object, page, repeated, shared, sharedStream, times } from "./PdfBombParts.ts"

export const pdfObjectBombs: ReadonlyArray<Bomb> = [
  ["annotations that share an appearance", () =>
    file(
      page(`/Annots[${times(20_000, (index) => `${index + 10} 0 R `)}]`),
      times(20_000, (index) => `${index + 10} 0 obj<</Rect[0 0 9 9]/AP<</N 9 0 R>>>>endobj `),
      object(9, "/Type/XObject/Subtype/Form/BBox[0 0 9 9]", "BT(a)Tj ET ".repeat(10_000))
    )],
  ["a page of links and letters", () =>
    file(
      page(`/Contents 9 0 R/Annots[${
        times(20_000, (index) => `<</Subtype/Link/Rect[0 0 ${index} 900]/A<</S/URI/URI(http://a.example/${index})>>>>`)
      }]`),
      flate(9, "", repeated("BT/F 9 Tf 9 9 Td(a)Tj ET ", 400_000))
    )],
  [
    "an object stream that claims all there is",
    () =>
      file(
        catalog,
        object(9, "/Type/ObjStm/N 4294967295/First 4294967295", "1 0 2 0"),
        object(10, "/Type/ObjStm/N 1e99/First -5", "1 0 2 0")
      )
  ],
  [
    "65 537 objects",
    () => file(catalog, times(65_540, (index) => `${index + 10} 0 obj<</S/JavaScript/JS(a)>>endobj `))
  ],
  ["two million objects", () => file(catalog, "9 0 obj 1 ".repeat(2_000_000))],
  ["millions of the word obj", () => file(catalog, "obj ".repeat(6_000_000))],
  ["millions of objects without their number", () => file(catalog, "0 obj ".repeat(4_000_000))],
  [
    "blanks before each obj",
    () => file(catalog, `${" ".repeat(20 * megabyte)}obj`, `${" ".repeat(1_000)}obj`.repeat(2_000))
  ],
  ["objects within objects", () => file(catalog, "9 0 obj<<".repeat(2_000_000))],
  ["objects within strings", () => file(catalog, "9 0 obj(".repeat(2_000_000))],
  ["millions of trailers", () => file(catalog, "trailer ".repeat(3_000_000))],
  ["trailers in a comment", () => file(catalog, "trailer%".repeat(2_500_000))],
  ["objects in a comment", () => file(catalog, "9 0 obj%".repeat(2_500_000))],
  ["comments before objects", () => file(catalog, "%\nobj".repeat(4_000_000))],
  [
    "objects of one number",
    () =>
      file(
        catalog,
        times(30_000, () => "9 0 obj(a)endobj "),
        times(30_000, (index) => `${index + 10} 0 obj<</S 9 0 R/JS 9 0 R/URI 9 0 R/F 9 0 R>>endobj `)
      )
  ],
  [
    "files that overlap",
    () =>
      file(
        catalog,
        times(60, (index) => `${index + 10} 0 obj<</Type/EmbeddedFile>>stream\n%PDF-1.7\n`),
        "obj ".repeat(5_000_000)
      )
  ],
  [
    "archives that overlap",
    () =>
      file(
        catalog,
        times(60, (index) => `${index + 10} 0 obj<</Type/EmbeddedFile>>stream\nPK\x03\x04[Content_Types].xml`),
        "PK\x03\x04".repeat(5_000_000)
      )
  ],
  [
    "rich texts that overlap",
    () =>
      file(
        catalog,
        times(60, (index) => `${index + 10} 0 obj<</Type/EmbeddedFile>>stream\n{\\rtf1 `),
        "{}".repeat(9_000_000)
      )
  ],
  [
    "lists in text that overlap",
    () =>
      file(
        catalog,
        times(60, (index) => `${index + 10} 0 obj<</Type/EmbeddedFile>>stream\nID;P\n`),
        "C;EA\n".repeat(4_000_000)
      )
  ],
  [
    "metadata that overlap",
    () => file(catalog, times(20_000, (index) => `${index + 10} 0 obj<</Type/Metadata>>stream\n`))
  ],
  [
    "scripts that overlap",
    () =>
      file(
        catalog,
        times(9_000, (index) => `${index + 10} 0 obj<</S/JavaScript/JS ${index + 10} 0 R>>stream\n`),
        "a".repeat(15 * megabyte)
      )
  ],
  [
    "font programs that overlap",
    () => file(catalog, times(20_000, (index) => `${index + 10} 0 obj<</FontFile ${index + 10} 0 R>>stream\n`))
  ],
  [
    "pages whose contents overlap",
    () => file(catalog, times(9_000, (index) => `${index + 10} 0 obj<</Type/Page/Contents ${index + 10} 0 R>>stream\n`))
  ],
  ["trailers within trailers", () => file(catalog, "trailer<</a".repeat(2_000_000))],
  ["millions of streams without end", () => file(catalog, "9 0 obj<<>>stream\n".repeat(1_000_000))],
  ["streams whose length stands elsewhere", () => file(catalog, "9 0 obj<</Length 8 0 R>>stream\n".repeat(700_000))],
  [
    "arrays within one another",
    () => file(catalog, `9 0 obj${"[".repeat(100_000)}endobj `, `10 0 obj${"[".repeat(10 * megabyte)}`)
  ],
  ["dictionaries within one another", () => file(catalog, `9 0 obj${"<</a".repeat(4 * megabyte)}`)],
  ["one array", () => file(catalog, `9 0 obj[${"1 ".repeat(10 * megabyte)}]endobj `)],
  ["one array of references", () => file(catalog, `9 0 obj[${"9 0 R ".repeat(4 * megabyte)}]endobj `)],
  ["one array of dictionaries", () => file(catalog, `9 0 obj[${"<</S/URI>>".repeat(2 * megabyte)}]endobj `)],
  ["one dictionary", () => file(catalog, `9 0 obj<<${times(megabyte, (index) => `/a${index} 1`)}>>endobj `)],
  ["one string", () => file(catalog, `9 0 obj<</S/URI/URI(${"a".repeat(20 * megabyte)})>>endobj `)],
  ["one string in hexadecimal", () => file(catalog, `9 0 obj<</S/URI/URI<${"41".repeat(10 * megabyte)}>>>endobj `)],
  ["one name", () => file(catalog, `9 0 obj<</S/${"#41".repeat(7 * megabyte)}>>endobj `)],
  ["one comment", () => file(catalog, `9 0 obj%${"a".repeat(20 * megabyte)}\n1 endobj `)],
  ["one number", () => file(catalog, `9 0 obj ${"1".repeat(20 * megabyte)} endobj `)],
  ["nothing but the header", () => Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(24 * megabyte, " ")])],
  [
    "one script for all the actions",
    () => sharedStream(deflateSync("a=unescape('%u9090');".repeat(40_000)), "/S/JavaScript/JS 9 0 R")
  ],
  [
    "one script of brackets",
    () => file(catalog, "8 0 obj<</S/JavaScript/JS 9 0 R>>endobj ", flate(9, "", repeated("(", megabyte)))
  ],
  [
    "one script of additions",
    () => file(catalog, "8 0 obj<</S/JavaScript/JS 9 0 R>>endobj ", flate(9, "", repeated("'a'+", 250_000)))
  ],
  ["one address for all the actions", () => shared(`(${"a".repeat(megabyte)})`, "/S/URI/URI 9 0 R")],
  ["one specification for all the launches", () => shared(`<</F(${"a".repeat(megabyte)})>>`, "/S/Launch/F 9 0 R")],
  ["one form for all the objects", () => sharedStream(repeated("<script>a</script>", 50_000), "/XFA 9 0 R")],
  ["one form in many parts for all the objects", () => shared(`[${"(a)9 0 R ".repeat(100_000)}]`, "/XFA 9 0 R")],
  ["one rich text for all the objects", () => sharedStream(repeated("src=", megabyte), "/RV 9 0 R/RC 9 0 R")],
  ["one matrix for all the fonts", () => shared(`[${"1 ".repeat(500_000)}]`, "/FontMatrix 9 0 R")],
  ["one font program for all the fonts", () => sharedStream(repeated("/FontMatrix ", 100_000), "/FontFile 9 0 R")],
  [
    "one set of actions for all the objects",
    () => shared(`<<${times(50_000, (index) => `/K${index} 8 0 R`)}>>`, "/AA 9 0 R")
  ],
  ["one list of actions for all the objects", () => shared(`[${"8 0 R ".repeat(200_000)}]`, "/A 9 0 R")],
  [
    "one set of files for all the objects",
    () => shared(`<<${times(50_000, (index) => `/K${index} 8 0 R`)}>>`, "/EF 9 0 R")
  ],
  [
    "one set of pictures for all the objects",
    () => shared(`<<${times(50_000, (index) => `/K${index} 8 0 R`)}>>`, "/OPI 9 0 R")
  ],
  [
    "one name tree for all the objects",
    () => shared(`<</Names[${"(a)8 0 R ".repeat(100_000)}]>>`, "/JavaScript 9 0 R")
  ],
  ["one list of filters for all the streams", () =>
    file(
      catalog,
      `9 0 obj[${"/X ".repeat(200_000)}]endobj `,
      times(20_000, (index) => `${index + 10} 0 obj<</Type/EmbeddedFile/Filter 9 0 R>>stream\na endstream endobj `)
    )],
  ["one set of parameters for all the streams", () =>
    file(
      catalog,
      `9 0 obj<<${times(50_000, (index) => `/K${index} 1`)}>>endobj `,
      times(20_000, (index) =>
        `${index + 10} 0 obj<</Type/EmbeddedFile/Filter/X/DecodeParms 9 0 R>>stream\na endstream endobj `)
    )],
  [
    "one chain of references for all the objects",
    () =>
      file(
        catalog,
        times(40, (index) => `${index + 1_000_000} 0 obj ${index + 1_000_001} 0 R endobj `),
        times(60_000, (index) => `${index + 10} 0 obj<</S 1000000 0 R/A 1000000 0 R>>endobj `)
      )
  ],
  [
    "one file for all the names",
    () =>
      file(
        catalog,
        times(30_000, (index) => `${index + 10} 0 obj<</EF<</F 9 0 R>>/F(${index})>>endobj `),
        object(9, "", "MZ")
      )
  ],
  [
    "links to scripts of blanks",
    () =>
      file(
        catalog,
        times(4_000, (index) =>
          `${index + 10} 0 obj<</Subtype/Link/A<</S/URI/URI(javascript:void${" ".repeat(4_000)}${index})>>>>endobj `)
      )
  ],
  [
    "catalogs in trailers",
    () => file(catalog, "trailer<</Root<</Type/Catalog/AA<</O<</S/URI/URI(a)>>>>>>>> ".repeat(100_000))
  ],
  ["pages that share their annotations", () =>
    file(
      `1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[${
        times(60, (index) => `${index + 10} 0 R `)
      }]>>endobj `,
      times(60, (index) => `${index + 10} 0 obj<</Type/Page/Annots 9 0 R>>endobj `),
      `9 0 obj[${times(50_000, (index) => `<</Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(a${index})>>>>`)}]endobj `
    )]
]
