import * as fc from "fast-check"
import { deflateSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { lumaOfImage } from "../../../../../adapters/documents/pdf/images/ImageLuma.ts"
import {
  mayHaveQrCodes,
  qrImagesMax,
  qrPagesMax,
  readPdfQrCodes
} from "../../../../../adapters/documents/pdf/images/PdfImages.ts"
import { PdfFile } from "../../../../../adapters/documents/pdf/objects/PdfFile.ts"
import { readPages } from "../../../../../adapters/documents/pdf/pages/PdfPages.ts"
import { Budget } from "../../../../../adapters/documents/reading/Budget.ts"
import { runs } from "../../../../support/TestRun.ts"
import { squares } from "../../images/JpegSquares.ts"
import { makeQr } from "../../images/MakePictures.ts"
import { makePdf, type Objects } from "../MakePdf.ts"
import { onePage, stream } from "./MakePage.ts"

const address = "https://evil.example/login"
const code = makeQr(address, 2)

const latin1 = (bytes: Iterable<number>): string => Buffer.from([...bytes]).toString("latin1")

/** Returns the pixels of the QR code, each as the dark or the light bytes. */
const pixels = (dark: ReadonlyArray<number>, light: ReadonlyArray<number>): string =>
  latin1([...code.luma].flatMap((value) => value === 0 ? dark : light))

/** Returns the pixels of the QR code as one bit each, with rows aligned to bytes. */
const packed = (dark: 0 | 1): string => {
  const row = Math.ceil(code.width / 8)
  const bytes = new Uint8Array(row * code.height)
  for (const [at, value] of code.luma.entries()) {
    const [x, y] = [at % code.width, Math.floor(at / code.width)]
    if ((value === 0) === (dark === 1)) bytes[y * row + (x >> 3)]! |= 128 >> (x & 7)
  }
  return latin1(bytes)
}

const image = (entries: string, content: string): string =>
  stream(content, `/Subtype/Image/Width ${code.width}/Height ${code.height}${entries}`)

const onPage = (objects: Objects, budget = new Budget()) => {
  const names = Object.keys(objects).filter((number) => Number(number) < 50)
  const bytes = onePage({
    content: names.map((number) => `q 100 0 0 100 0 0 cm /I${number} Do Q`).join(" "),
    resources: `/XObject<<${names.map((number) => `/I${number} ${number} 0 R`).join("")}>>`,
    objects
  })
  const file = new PdfFile(bytes, budget)
  const pages = readPages(file, budget)
  return { file, pages, codes: readPdfQrCodes(file, pages, budget) }
}

const found = [{ text: address, page: 1 }]

describe("a QR code in an image", () => {
  it.each<[string, Objects]>([
    ["gray", { 10: image("/ColorSpace/DeviceGray/BitsPerComponent 8", pixels([0], [255])) }],
    ["of one bit", { 10: image("/ColorSpace/DeviceGray/BitsPerComponent 1", packed(0)) }],
    ["of one bit, the other way round", {
      10: image("/ColorSpace/DeviceGray/BitsPerComponent 1/Decode[1 0]", packed(1))
    }],
    ["a stencil", { 10: image("/ImageMask true", packed(0)) }],
    ["a stencil, the other way round", { 10: image("/ImageMask true/Decode[1 0]", packed(1)) }],
    ["of colors", { 10: image("/ColorSpace/DeviceRGB/BitsPerComponent 8", pixels([90, 0, 60], [200, 255, 255])) }],
    ["of inks", { 10: image("/ColorSpace/DeviceCMYK/BitsPerComponent 8", pixels([0, 0, 0, 255], [0, 0, 0, 0])) }],
    [
      "of a profile",
      {
        10: image("/ColorSpace[/ICCBased 60 0 R]/BitsPerComponent 8", pixels([0, 0, 0], [255, 255, 255])),
        60: stream("", "/N 3")
      }
    ],
    [
      "of a palette",
      { 10: image("/ColorSpace[/Indexed/DeviceRGB 1<000030ffff00>]/BitsPerComponent 1", packed(0)) }
    ],
    [
      "of a palette in a stream",
      {
        10: image("/ColorSpace[/Indexed[/ICCBased 60 0 R]1 61 0 R]/BitsPerComponent 8", pixels([1], [0])),
        60: stream("", "/N 3"),
        61: stream("\xff\xff\xff\0\0\0")
      }
    ],
    [
      "that only its mask tells",
      {
        10: image("/ColorSpace/DeviceGray/BitsPerComponent 8/SMask 60 0 R", pixels([0], [0])),
        60: image("/ColorSpace/DeviceGray/BitsPerComponent 8", pixels([255], [0]))
      }
    ],
    [
      "that only its hard mask tells",
      {
        10: image("/ColorSpace/DeviceGray/BitsPerComponent 8/Mask 60 0 R", pixels([0], [0])),
        60: image("/ImageMask true", packed(0))
      }
    ],
    [
      "compressed",
      {
        10: image(
          "/ColorSpace/DeviceGray/BitsPerComponent 8/Filter[/FlateDecode]",
          deflateSync(Buffer.from(pixels([0], [255]), "latin1")).toString("latin1")
        )
      }
    ]
  ])("%s", (_, objects) => {
    const { codes, pages } = onPage(objects)
    expect(mayHaveQrCodes(pages)).toBe(true)
    expect(codes).toEqual(found)
  })

  it("is read in a form", () => {
    const form = stream("/I Do", "/Subtype/Form/Resources<</XObject<</I 60 0 R>>>>")
    expect(onPage({ 10: form, 60: image("/ImageMask true", packed(0)) }).codes).toEqual(found)
  })

  it.each<[string, string, string]>([
    ["gray", "/BPC 8 /CS /G", pixels([0], [255])],
    ["of one bit", "/BPC 1/ColorSpace/DeviceGray", packed(0)],
    ["a mask", "/IM true", packed(0)],
    ["a mask with filters", "/IM true/F[/AHx]", `${Buffer.from(packed(0), "latin1").toString("hex")}>`],
    [
      "compressed, with a color space of the resources",
      "/BPC 8/CS/C1/F/Fl",
      deflateSync(Buffer.from(pixels([0, 0, 0], [255, 255, 255]), "latin1")).toString("latin1")
    ]
  ])("is read from the content of the page: %s", (_, entries, data) => {
    const budget = new Budget()
    const bytes = onePage({
      content: `q 100 0 0 100 0 0 cm BI /W ${code.width}/H ${code.height}${entries} ID ${data}\nEI Q BT (x) Tj ET`,
      resources: "/ColorSpace<</C1/DeviceRGB>>",
      objects: {}
    })
    const file = new PdfFile(bytes, budget)
    const pages = readPages(file, budget)
    expect(mayHaveQrCodes(pages)).toBe(true)
    expect(readPdfQrCodes(file, pages, budget)).toEqual(found)
  })

  it("is read once, even if it is drawn repeatedly", () => {
    expect(onPage({ 10: image("/ImageMask true", packed(0)), 11: "10 0 R" }).codes).toEqual(found)
  })

  it("is not read if the image is a banner, has false dimensions or exceeds the image limit", () => {
    const banner = stream(packed(0), `/Subtype/Image/Width ${code.width * 4}/Height ${code.height}/ImageMask true`)
    expect(onPage({ 10: banner }).codes).toEqual([])
    expect(mayHaveQrCodes(onPage({ 10: banner }).pages)).toBe(false)
    const huge = stream(packed(0), "/Subtype/Image/Width 1000000000/Height 1000000000/ImageMask true")
    expect(onPage({ 10: huge }).codes).toEqual([])
    const blank = image("/ImageMask true", "")
    const many = Object.fromEntries(Array.from({ length: qrImagesMax }, (_, at) => [10 + at, blank]))
    expect(onPage({ ...many, 40: image("/ImageMask true", packed(0)) }).codes).toEqual([])
    expect(onPage({ 10: blank, 40: image("/ImageMask true", packed(0)) }).codes).toEqual(found)
  })

  it("is read if the image has excess data, and a large white image is not a bomb", () => {
    const filtered = (content: string, side: number) =>
      stream(
        deflateSync(Buffer.from(content, "latin1")).toString("latin1"),
        `/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode`
      )
    const budget = new Budget()
    const objects = {
      10: filtered(pixels([0], [255]) + "\0".repeat(3_000_000), code.width),
      11: filtered("\xff".repeat(1_500 * 1_500), 1_500)
    }
    expect(onPage(objects, budget).codes).toEqual(found)
    expect([budget.isBomb, budget.exhausted]).toEqual([false, []])
  })

  it("is not searched for in a long document", () => {
    const { pages } = onPage({ 10: image("/ImageMask true", packed(0)) })
    expect(mayHaveQrCodes(Array.from({ length: qrPagesMax }, () => pages[0]!))).toBe(true)
    expect(mayHaveQrCodes(Array.from({ length: qrPagesMax + 1 }, () => pages[0]!))).toBe(false)
    expect(mayHaveQrCodes([])).toBe(false)
  })

  it("never throws on false image parameters", () => {
    const words =
      "/ColorSpace /DeviceGray /DeviceRGB /DeviceCMYK [/Indexed /ICCBased 60 10 0 R ] 1 3 8 16 -1 /BitsPerComponent " +
      "/Decode [ [1 0] [0 1] /Mask /SMask /ImageMask true (x) <</N 3>> /Filter /DCTDecode /FlateDecode null"
    const word = fc.constantFrom(...words.split(" "))
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (entries) => {
        onPage({ 10: image(entries.join(" "), packed(0)), 60: stream("", "/N 4") })
      }),
      runs(200)
    )
  })
})

describe("a QR code in parts", () => {
  /** Returns a range of rows of the QR code as a separate image. */
  const part = (from: number, to: number): string =>
    stream(
      latin1(code.luma.subarray(from * code.width, to * code.width)),
      `/Subtype/Image/Width ${code.width}/Height ${to - from}/ColorSpace/DeviceGray/BitsPerComponent 8`
    )
  const half = Math.floor(code.height / 3)
  const drawn = (content: string) => {
    const bytes = onePage({
      content,
      resources: "/XObject<</I10 10 0 R/I11 11 0 R>>",
      objects: { 10: part(0, half), 11: part(half, code.height) }
    })
    const budget = new Budget()
    const file = new PdfFile(bytes, budget)
    const pages = readPages(file, budget)
    return { isWorth: mayHaveQrCodes(pages), codes: readPdfQrCodes(file, pages, budget) }
  }
  const [upper, lower] = [90 * half / code.height, 90 - 90 * half / code.height]

  it("is read if the parts are adjacent", () => {
    const content = `q 90 0 0 ${upper} 20 ${lower} cm /I10 Do Q q 90 0 0 ${lower} 20 0 cm /I11 Do Q`
    expect(drawn(content)).toEqual({ isWorth: true, codes: found })
  })

  it("is not found if the parts are not adjacent", () => {
    const content = `q 90 0 0 ${upper} 100 ${lower} cm /I10 Do Q q 90 0 0 ${lower} 0 0 cm /I11 Do Q`
    expect(drawn(content).codes).toEqual([])
  })
})

describe("a QR code drawn with paths", () => {
  const plain = makeQr(address, 1, 0)
  const modules = (shadeOf: (isDark: boolean) => string | null) =>
    [...plain.luma].map((value, at) => {
      const color = shadeOf(value === 0)
      const [x, y] = [at % plain.width, plain.height - 1 - Math.floor(at / plain.width)]
      return color === null ? "" : `${color} ${x} ${y} 1 1 re f`
    }).join(" ")
  const drawn = (content: string) => {
    const budget = new Budget()
    const file = new PdfFile(onePage({ content }), budget)
    const pages = readPages(file, budget)
    return { isWorth: mayHaveQrCodes(pages), codes: readPdfQrCodes(file, pages, budget) }
  }
  const placed = (content: string) =>
    `BT /F 8 Tf 5 90 Td (Scan me) Tj ET q 2 0 0 2 20 20 cm ${content} Q BT (Thanks) Tj ET`

  it.each([
    ["its dark modules", modules((isDark) => isDark ? "0 g" : null)],
    ["all its modules", modules((isDark) => isDark ? "0 0 .3 rg" : "1 1 1 rg")],
    [
      "light modules on a dark ground",
      `0 0 0 1 k 0 0 ${plain.width} ${plain.width} re f ${modules((isDark) => isDark ? null : "0 0 0 0 k")}`
    ],
    ["one path", `0 g ${modules((isDark) => isDark ? "" : null).replaceAll(" f", "")} f`],
    [
      "a white ground first",
      `1 g -4 -4 ${plain.width + 8} ${plain.width + 8} re f ${modules((isDark) => isDark ? "0 g" : null)}`
    ]
  ])("is read from %s", (_, content) => {
    expect(drawn(placed(content))).toEqual({ isWorth: true, codes: found })
  })

  it.each([
    ["only outlined", modules((isDark) => isDark ? "0 g" : null).replaceAll(" f", " n")],
    ["of one color", modules(() => "0 g")],
    ["a table", Array.from({ length: 100 }, (_, row) => `0 ${row} 90 .1 re f`).join(" ")]
  ])("is not found if it is %s", (_, content) => {
    expect(drawn(placed(content)).codes).toEqual([])
  })
})

describe("an image", () => {
  const lumaOf = (entries: string, content: string) => {
    const file = new PdfFile(makePdf({ 1: stream(content, `/Width 30/Height 30${entries}`) }, "none"), new Budget())
    return lumaOfImage(file, file.latestOf(1)!, new Budget())
  }

  it("can be a JPEG picture, also within another filter", () => {
    const [, jpeg] = squares[0]!
    for (
      const [filter, content] of [
        ["/DCTDecode", latin1(jpeg)],
        ["[/ASCIIHexDecode/DCTDecode]", Buffer.from(jpeg).toString("hex")]
      ] as const
    ) {
      const image = lumaOf(`/Filter${filter}`, content)
      expect([image?.width, image?.height]).toEqual([30, 30])
      expect(image!.luma[5 * 30 + 5]).toBeLessThan(100)
      expect(image!.luma[5 * 30 + 15]).toBeGreaterThan(200)
    }
  })

  it.each(["/JPXDecode", "/JBIG2Decode", "/CCITTFaxDecode"])("is not read if it is compressed with %s", (filter) => {
    expect(lumaOf(`/Filter${filter}`, "x")).toBeNull()
  })
})
