import { describe, expect, it } from "vitest"
import { decodeGifLuma } from "../../../../adapters/documents/images/Gif.ts"
import type { LumaImage } from "../../../../adapters/documents/images/Luma.ts"
import {
  packagePagesMax,
  packagePicturesMax,
  sizeOfPicture
} from "../../../../adapters/documents/images/PackagePictures.ts"
import { readOdf } from "../../../../adapters/documents/odf/ReadOdf.ts"
import { readOoxml } from "../../../../adapters/documents/ooxml/ReadOoxml.ts"
import { readDocument } from "../../../../adapters/documents/ReadDocument.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { makeOdf, metaOf } from "../odf/MakeOdf.ts"
import { makeOoxml } from "../ooxml/MakeOoxml.ts"
import { squares } from "./JpegSquares.ts"
import { makeBmp, makeGif, makePng, makeQr } from "./MakePictures.ts"

const address = "https://evil.example/"

const png = ({ height, luma, width }: LumaImage): Uint8Array =>
  makePng({
    width,
    height,
    bits: 8,
    colors: 0,
    rows: Array.from({ length: height }, (_, y) => [...luma.subarray(y * width, (y + 1) * width)])
  })

const code = png(makeQr(address, 2))
/** The QR code of `code` as a JPEG picture, encoded by libjpeg. */
const jpeg = Buffer.from(
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDADUlKC8oITUvKy88OTU/UIVXUElJUKN1e2GFwarLyL6qurfV8P//1eL/5re6////////////zv////" +
    "//////////wAALCAA6ADoBAREA/8QAGAAAAwEBAAAAAAAAAAAAAAAAAAMEAgX/xAAyEAABAwQCAAIIBAcAAAAAAAADAQIRAAQSEyExIkEFFCMy" +
    "UWFxoTSx0fBSVHKBgpGj/9oACAEBAAA/ALLg7xEGwYtjiTCZR1Wd91/J/wDVKwl69wwqMOTi5Q3OIimnumCGVUTJw4yb13WmXAn68XTsnHheY7" +
    "pA7u4KNHjtJavS7ErbLku8Yi2+vOYXNF6SqamP+Otf8/yqOys7gV2x5Bw1JlZT4UINj/RoVIkNTKSfwc/DznqsD234C5+0IyMOkiV5/KqrbaQ7" +
    "blnAzTm3jiEhOalW3KexttTcscp5RPOnhG8RLFhEhybJSujSLgLDkGhBZt5l2UY/rXOMtqPFzbXMbvddsVJjvimsuRBOMRbfVqmFzV2Mp960gH" +
    "sIEKF1uHlrfjOc8rx5R86RbXOAGu9Xz0T4s4jJfhTTNsAnaJw/6lyd4eOPrRYKIh0cK1wx7dsVYlF8q6dR+kXPcNtuNmTizHMRELWRB9WOAT3b" +
    "JywWIw45+s0i4S4UY7UYNTXTDc0dl591Yxl0w48jbBrOXhRI44qW2LuxwuNdw+c/BOUdfJOKy2zY4j2EHocSNSTlEd/taexhVvh5G26py8KNxl" +
    "OPrNXVNdW+84Mm5DbllzHlxU9xa3FwQYyLLWTJeOZ+X2pbrV5SMERfV286me99ef1pjTWSXb7hSy5Yx8K+HiKzJQeyBa6iF6XYjuvrWXDuDkYG" +
    "7SHPnB/HhjleE78qPRg2EI16Ji4XvL3lM/6iurUd4Nhbu2YRJauUp/ao7ZbU52i9VxynnYq+VbC17h2KDfg72kOiYpgHXCjFcDZscSdvKJlHCf" +
    "tKQw117O7K3YNkxyid8U+1R5SW7xg1hHlC5z39+6HEe70yxirLWTinwltdGprppd4CiHswylMkTtKnGJ4iI8dhDk6XdQ4Nwno1lugpcs5eJPDz" +
    "NVOCwQ2KEWThzg3KO+6jYAugYi2WzCYXaidrTTW5T4lK3LHoEony977/AGrAPR77e7E9HZt5yWIjj610aKKKKKKKK//Z",
  "base64"
)

/** Returns the QR code with a white area next to it. */
const banner = (): Uint8Array => {
  const { height, luma, width } = makeQr(address, 2)
  const wide = new Uint8Array(width * 2 * height).fill(255)
  for (let y = 0; y < height; y++) wide.set(luma.subarray(y * width, (y + 1) * width), y * width * 2)
  return png({ width: width * 2, height, luma: wide })
}

type Pictures = Readonly<Record<string, Uint8Array>>

const inOoxml = (pictures: Pictures, pages: number | null = null, type = "image") =>
  readOoxml(
    makeOoxml({
      relationships: {
        "word/document.xml": Object.keys(pictures).map((name, at) => ({
          id: `r${at}`,
          type,
          target: `/word/media/${name}`
        }))
      },
      parts: {
        ...Object.fromEntries(Object.entries(pictures).map(([name, bytes]) => [`word/media/${name}`, bytes])),
        ...pages === null ? {} : {
          "docProps/app.xml":
            `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Pages>${pages}</Pages></Properties>`
        }
      }
    }),
    new Budget()
  ).facts

const inOdf = (folder: string, pictures: Pictures, pages: number) =>
  readOdf(
    makeOdf({
      "meta.xml": metaOf(`<meta:document-statistic meta:page-count="${pages}"/>`),
      ...Object.fromEntries(Object.entries(pictures).map(([name, bytes]) => [`${folder}/${name}`, bytes]))
    }),
    new Budget()
  ).facts

const found = (where: string) => [{ kind: "link", url: address, text: null, from: "qr", where }]

describe("a QR code in a document's picture", () => {
  const drawn = makeQr(address, 2)
  it.each([
    ["a.png", code],
    ["a.jpeg", jpeg],
    ["a.bin", code],
    ["a.bmp", makeBmp(drawn, 1)],
    ["b.bmp", makeBmp(drawn, 24)],
    ["c.bmp", makeBmp(drawn, 1, true)],
    ["a.gif", makeGif(drawn)],
    ["b.gif", makeGif(drawn, true)]
  ])("is reported as a link: %s", (name, bytes) => {
    expect(inOoxml({ [name]: bytes })).toEqual(found(`word/media/${name}`))
    expect(inOoxml({ [name]: bytes }, packagePagesMax)).toEqual(found(`word/media/${name}`))
    expect(inOdf("Pictures", { [name]: bytes }, packagePagesMax)).toEqual(found(`Pictures/${name}`))
  })

  it("is not searched for in long documents, thumbnails or banners", () => {
    expect(inOoxml({ "a.png": code }, packagePagesMax + 1)).toEqual([])
    expect(inOdf("Pictures", { "a.png": code }, packagePagesMax + 1)).toEqual([])
    expect(inOoxml({ "a.png": code }, null, "thumbnail")).toEqual([])
    expect(inOdf("Thumbnails", { "a.png": code }, 1)).toEqual([])
    expect(inOoxml({ "a.png": banner() })).toEqual([])
  })

  it("is searched for in a limited number of pictures", () => {
    const blank = png({ width: 21, height: 21, luma: new Uint8Array(441) })
    const blanks = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.png`, blank] as const))
    expect(inOoxml({ ...blanks(packagePicturesMax - 1), "a.png": code })).toEqual(found("word/media/a.png"))
    expect(inOoxml({ ...blanks(packagePicturesMax), "a.png": code })).toEqual([])
  })
})

it("reports the size of a picture before decoding it", () => {
  for (const [, bytes] of squares) expect(sizeOfPicture(bytes)).toEqual({ width: 30, height: 30 })
  expect(sizeOfPicture(banner())).toMatchObject({ height: Math.sqrt(makeQr(address, 2).luma.length) })
  expect(sizeOfPicture(code.subarray(0, 20))).toBeNull()
  for (let end = 0; end < jpeg.length; end++) sizeOfPicture(jpeg.subarray(0, end))
})

it("decodes GIF pictures that fill the table of codes", () => {
  const side = 300
  let state = 1
  const luma = Uint8Array.from({ length: side * side }, () => (state = state * 48_271 % 2_147_483_647) % 2 * 255)
  expect(decodeGifLuma(makeGif({ width: side, height: side, luma }))?.luma).toEqual(luma)
})

it("finds a QR code in a picture of a message", () => {
  const message = [
    "From: a@b.example",
    "MIME-Version: 1.0",
    "Content-Type: multipart/related; boundary=x",
    "",
    "--x",
    "Content-Type: text/html",
    "",
    "<img src=cid:1>",
    "--x",
    "Content-Type: image/png; name=code.png",
    "Content-Transfer-Encoding: base64",
    "",
    Buffer.from(code).toString("base64"),
    "--x--"
  ].join("\r\n")
  const links = readDocument(Buffer.from(message), new Budget())?.facts.filter(({ kind }) => kind === "link")
  expect(links).toEqual(found("code.png"))
})
