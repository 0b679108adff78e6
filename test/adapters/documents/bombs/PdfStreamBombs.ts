import { deflateSync } from "node:zlib"
import { type Disguise, makePdf } from "../pdf/MakePdf.ts"
import type { Bomb } from "./ExpectBombs.ts"
import {
  catalog,
  file,
  flate,
  lzwOfZeros,
  megabyte,
  object,
  page,
  repeated,
  runs,
  times,
  zeros,
  zeros64
} from "./PdfBombParts.ts"

export const pdfStreamBombs: ReadonlyArray<Bomb> = [
  ["content that inflates", () => file(page("/Contents 9 0 R"), flate(9, "", zeros64()))],
  ["content of operators", () => file(page("/Contents 9 0 R"), flate(9, "", repeated("q ", 16 * megabyte)))],
  [
    "content of texts",
    () =>
      file(
        page("/Contents 9 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1>>>>>>"),
        flate(9, "", repeated("BT/F 1 Tf(a)Tj ET ", megabyte))
      )
  ],
  [
    "content of one text",
    () => file(page("/Contents 9 0 R"), flate(9, "", deflateSync(`BT/F 9 Tf[${"(a)-1 ".repeat(2 * megabyte)}]TJ ET`)))
  ],
  ["content of open brackets", () => file(page("/Contents 9 0 R"), flate(9, "", repeated("[", 15 * megabyte)))],
  ["content of open dictionaries", () => file(page("/Contents 9 0 R"), flate(9, "", repeated("<<", 7 * megabyte)))],
  ["content of open strings", () => file(page("/Contents 9 0 R"), flate(9, "", repeated("(", 15 * megabyte)))],
  ["content of inline images", () => file(page("/Contents 9 0 R"), flate(9, "", repeated("BI ID ", 2 * megabyte)))],
  ["content of rectangles", () => file(page("/Contents 9 0 R"), flate(9, "", repeated("1 1 1 1 re f ", megabyte)))],
  [
    "content with all the numbers of one operator",
    () => file(page("/Contents 9 0 R"), flate(9, "", repeated("1 ", 8 * megabyte)))
  ],
  ["one content for all the pages", () =>
    file(
      `1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[${
        times(60, (index) => `${index + 10} 0 R `)
      }]>>endobj `,
      times(60, (index) => `${index + 10} 0 obj<</Type/Page/Contents[${"9 0 R ".repeat(1_000)}]>>endobj `),
      flate(9, "", repeated("BT(a)Tj ET ", 100_000))
    )],
  ["many contents that inflate", () => {
    const bomb = zeros(16 * megabyte)
    return file(
      page(`/Contents[${times(1_000, (index) => `${index + 10} 0 R `)}]`),
      ...Array.from({ length: 1_000 }, (_, index) => flate(index + 10, "", bomb))
    )
  }],
  ["a map of characters that inflates", () =>
    file(
      page("/Contents 8 0 R/Resources<</Font<</F<</Subtype/Type0/ToUnicode 9 0 R>>>>>>"),
      object(8, "", "BT /F 9 Tf (a) Tj ET"),
      flate(9, "", repeated("beginbfrange <0000><ffff><0000> endbfrange ", 400_000))
    )],
  ["a map of characters for each font", () =>
    file(
      page(`/Contents 8 0 R/Resources<</Font<<${times(2_000, (index) => `/F${index}<</ToUnicode 9 0 R>>`)}>>>>`),
      object(8, "", times(2_000, (index) => `BT /F${index} 9 Tf (a) Tj ET `)),
      flate(9, "", repeated("beginbfchar <0001> <00410042> endbfchar ", 200_000))
    )],
  ["a map of characters with one long text", () =>
    file(
      page("/Contents 8 0 R/Resources<</Font<</F<</ToUnicode 9 0 R>>>>>>"),
      object(8, "", `BT /F 9 Tf (${"a".repeat(megabyte)}) Tj ET`),
      flate(9, "", deflateSync(`beginbfchar <61> <${"0041".repeat(100_000)}> endbfchar`))
    )],
  ["a font program that inflates", () => file(page("/FontFile 9 0 R"), flate(9, "", zeros64()))],
  ["a table of references that inflates", () => file(catalog, flate(9, "/Type/XRef/W[1 2 1]/Size 9", zeros64()))],
  ["an object stream that inflates", () => file(catalog, flate(9, "/Type/ObjStm/N 65535/First 9", zeros64()))],
  ["object streams that all begin at the same object", () =>
    file(
      catalog,
      flate(
        9,
        "/Type/ObjStm/N 65535/First 999999",
        deflateSync(`${"1 0 ".repeat(250_000).slice(0, 999_999)} [${"1 ".repeat(megabyte)}]`)
      )
    )],
  ["a form that inflates", () => file(page("/XFA 9 0 R"), flate(9, "", zeros64()))],
  ["a form of scripts", () => file(page("/XFA 9 0 R"), flate(9, "", repeated("<script>a(</script>", 400_000)))],
  ["a form of open elements", () => file(page("/XFA 9 0 R"), flate(9, "", repeated("<a ", 2_600_000)))],
  ["metadata that inflates", () => file(catalog, flate(9, "/Type/Metadata", zeros64()))],
  [
    "metadata of declarations",
    () => file(catalog, flate(9, "/Type/Metadata", deflateSync(`<!DOCTYPE a [${"<!ENTITY ".repeat(megabyte)}`)))
  ],
  [
    "a file that inflates",
    () =>
      file(catalog, "8 0 obj<</Type/Filespec/F(a)/EF<</F 9 0 R>>>>endobj ", flate(9, "/Type/EmbeddedFile", zeros64()))
  ],
  ["Flate in Flate in Flate", () =>
    file(
      page("/Contents 9 0 R"),
      object(
        9,
        "/Filter[/FlateDecode/FlateDecode/FlateDecode/FlateDecode]",
        deflateSync(deflateSync(deflateSync(zeros64())))
      )
    )],
  [
    "Flate without end",
    () => file(page("/Contents 9 0 R"), object(9, `/Filter[${"/FlateDecode".repeat(100_000)}]`, zeros(megabyte)))
  ],
  [
    "hexadecimal of hexadecimal",
    () => file(page("/Contents 9 0 R"), object(9, `/Filter[${"/ASCIIHexDecode".repeat(6)}]`, "30".repeat(8 * megabyte)))
  ],
  [
    "Ascii85 of zeros",
    () => file(page("/Contents 9 0 R"), object(9, "/Filter[/ASCII85Decode/ASCII85Decode]", "z".repeat(20 * megabyte)))
  ],
  ["LZW", () => file(page("/Contents 9 0 R"), object(9, "/Filter/LZWDecode", lzwOfZeros(megabyte)))],
  ["runs", () => file(page("/Contents 9 0 R"), object(9, "/Filter/RunLengthDecode", runs(20 * megabyte)))],
  [
    "runs of runs",
    () =>
      file(
        page("/Contents 9 0 R"),
        object(9, "/Filter[/RunLengthDecode/RunLengthDecode/RunLengthDecode]", runs(megabyte))
      )
  ],
  ["encrypted streams without an end", () => beheaded("encrypted object streams", 5_000)],
  ["streams without an end", () => beheaded("object streams", 5_000)],
  [
    "damaged streams",
    () => {
      const whole = deflateSync(Buffer.from(Array.from({ length: 40_000 }, (_, at) => at * at % 251)))
      const damaged = whole.fill(0xff, whole.length - 40, whole.length - 20)
      return file(page(""), ...Array.from({ length: 1_500 }, (_, at) => flate(at + 10, "/Type/EmbeddedFile", damaged)))
    }
  ],
  ["a string of escapes that begins again and again", () => file(catalog, "9 0 obj<</A(\\((\\)".repeat(200_000))],
  ["a predictor of narrow rows", () =>
    file(
      page("/Contents 9 0 R"),
      flate(9, "/DecodeParms<</Predictor 15/Columns 1>>", repeated("\x04a", 8 * megabyte))
    )],
  ["one stream decoded in many ways", () => {
    const bomb = zeros(15 * megabyte)
    return file(page(""), ...Array.from({ length: 900 }, (_, index) => flate(index + 10, "/Type/EmbeddedFile", bomb)))
  }],
  [
    "a tree of names that is a loop",
    () =>
      file(
        "1 0 obj<</Type/Catalog/Names<</JavaScript 9 0 R/EmbeddedFiles 9 0 R>>>>endobj 9 0 obj<</Kids[9 0 R 9 0 R]>>endobj "
      )
  ],
  ["a tree of names that is a net", () =>
    file(
      "1 0 obj<</Type/Catalog/Names<</JavaScript 10 0 R>>>>endobj ",
      times(30, (index) => `${index + 10} 0 obj<</Kids[${`${index + 11} 0 R `.repeat(1_000)}]>>endobj `)
    )],
  ["a tree of names that shares its names", () =>
    file(
      `1 0 obj<</Type/Catalog/Names<</JavaScript<</Kids[${
        times(20_000, (index) => `${index + 10} 0 R `)
      }]>>>>>>endobj `,
      times(20_000, (index) => `${index + 10} 0 obj<</Names 9 0 R>>endobj `),
      `9 0 obj[${"(a)8 0 R ".repeat(100_000)}]endobj`
    )],
  [
    "pages that are a loop",
    () =>
      file(
        "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[2 0 R 3 0 R]>>endobj 3 0 obj<</Kids[2 0 R]>>endobj "
      )
  ],
  ["pages that are a net", () =>
    file(
      "1 0 obj<</Type/Catalog/Pages 10 0 R>>endobj ",
      times(60, (index) => `${index + 10} 0 obj<</Kids[${`${index + 11} 0 R `.repeat(2_000)}]>>endobj `)
    )],
  [
    "a page that is its own parent",
    () => file("1 0 obj<</Type/Catalog/Pages 3 0 R>>endobj 3 0 obj<</Type/Page/Parent 3 0 R>>endobj ")
  ],
  [
    "actions that are a loop",
    () =>
      file(
        "1 0 obj<</Type/Catalog/OpenAction 8 0 R>>endobj 8 0 obj<</S/URI/URI(a)/Next 9 0 R>>endobj 9 0 obj<</S/URI/Next 8 0 R>>endobj "
      )
  ],
  ["actions that are a net", () =>
    file(
      "1 0 obj<</Type/Catalog/OpenAction 10 0 R>>endobj ",
      times(40, (index) => `${index + 10} 0 obj<</S/URI/URI(a)/Next[${`${index + 11} 0 R `.repeat(1_000)}]>>endobj `)
    )],
  [
    "references in a circle",
    () =>
      file(
        page(""),
        "7 0 obj 8 0 R endobj 8 0 obj 7 0 R endobj ",
        times(50_000, (index) => `${index + 10} 0 obj<</S 7 0 R/A 8 0 R>>endobj `)
      )
  ],
  ["forms that draw each other", () =>
    file(
      page("/Contents 10 0 R/Resources 9 0 R"),
      `9 0 obj<</XObject<<${times(60, (index) => `/X${index} ${index + 10} 0 R`)}>>>>endobj `,
      ...Array.from({ length: 60 }, (_, index) =>
        object(index + 10, "/Type/XObject/Subtype/Form", times(60, (other) => `/X${other} Do `)))
    )],
  ["a form drawn again and again", () =>
    file(
      page("/Contents 8 0 R/Resources<</XObject<</X 9 0 R>>>>"),
      object(8, "", "/X Do ".repeat(megabyte)),
      object(9, "/Type/XObject/Subtype/Form", "BT(a)Tj ET ".repeat(10_000))
    )]
]

/** Repeats the beginning of a stream, so that each stream extends to the end of the file. */
const beheaded = (disguise: Disguise, count: number): Uint8Array => {
  const whole = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, disguise)
  const beginning = Buffer.from(whole).subarray(0, Buffer.from(whole).indexOf("endstream"))
  return Buffer.concat([...Array.from({ length: count }, () => beginning), whole])
}
