import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { LumaImage } from "../../../../adapters/documents/images/Luma.ts"
import { decodePngLuma } from "../../../../adapters/documents/images/Png.ts"
import { codesMax, hasCodeProportions, readQrCodes } from "../../../../adapters/documents/images/QrCodes.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { runs } from "../../../support/TestRun.ts"
import { makePng, makeQr } from "./MakePictures.ts"

const address = "https://evil.example/login?user=12345"

const beside = (...images: ReadonlyArray<LumaImage>): LumaImage => {
  const [width, height] = [images.reduce((sum, image) => sum + image.width, 0), images[0]!.height]
  const luma = new Uint8Array(width * height).fill(255)
  let left = 0
  for (const image of images) {
    for (let y = 0; y < height; y++) {
      luma.set(image.luma.subarray(y * image.width, (y + 1) * image.width), y * width + left)
    }
    left += image.width
  }
  return { width, height, luma }
}

describe("QR codes in a picture", () => {
  it.each([1, 2, 3, 8, 20, 50])("are read at %i pixels per module", (pixels) => {
    expect(readQrCodes(makeQr(address, pixels))).toEqual([address])
  })

  it("are read without a margin, light on dark, with low contrast, and with a long text", () => {
    expect(readQrCodes(makeQr(address, 4, 0))).toEqual([address])
    const dark = makeQr(address, 6)
    expect(readQrCodes({ ...dark, luma: dark.luma.map((value) => 255 - value) })).toEqual([address])
    expect(readQrCodes({ ...dark, luma: dark.luma.map((value) => 150 + value / 8) })).toEqual([address])
    const long = `https://evil.example/${"x".repeat(500)}`
    expect(readQrCodes(makeQr(long, 5))).toEqual([long])
  })

  it("are read on a scanned page", () => {
    const [code, width, height] = [makeQr(address, 6), 1_240, 1_754]
    const luma = new Uint8Array(width * height).fill(240)
    for (let y = 0; y < code.height; y++) {
      luma.set(code.luma.subarray(y * code.width, (y + 1) * code.width), (y + 900) * width + 400)
    }
    expect(readQrCodes({ width, height, luma })).toEqual([address])
  })

  it("are all read, each text once, up to a limit", () => {
    const codes = Array.from({ length: codesMax + 2 }, (_, at) => `https://${at}.example/`)
    expect(
      readQrCodes(beside(...["https://a.example/", "https://b.example/"].map((text) => makeQr(text, 4)))).toSorted()
    )
      .toEqual(["https://a.example/", "https://b.example/"])
    expect(readQrCodes(beside(makeQr(address, 4), makeQr(address, 4)))).toEqual([address])
    expect(readQrCodes(beside(...codes.map((text) => makeQr(text, 4))))).toHaveLength(codesMax)
  })

  it("are not found in half a code, noise, white or a tiny picture", () => {
    const { height, luma, width } = makeQr(address, 4)
    expect(readQrCodes({ width, height: height >> 1, luma })).toEqual([])
    let seed = 1
    const noise = Uint8Array.from({ length: 300 * 300 }, () => (seed = seed * 48_271 % 2_147_483_647) & 0xff)
    expect(readQrCodes({ width: 300, height: 300, luma: noise })).toEqual([])
    expect(readQrCodes({ width: 300, height: 300, luma: noise.fill(255) })).toEqual([])
    expect(readQrCodes({ width: 10, height: 10, luma: new Uint8Array(100) })).toEqual([])
  })

  it("are not found if the dimensions are invalid", () => {
    const luma = new Uint8Array(100)
    for (const [width, height] of [[0, 0], [-1, 5], [1e9, 1e9], [Number.NaN, 3], [50, 50], [30.5, 30]] as const) {
      expect(readQrCodes({ width, height, luma })).toEqual([])
    }
  })

  it("never cause an exception if damaged", () => {
    const code = makeQr(address, 3)
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(code.luma.length - 1), fc.nat(255)), { maxLength: 300 }), (changes) => {
        const luma = Uint8Array.from(code.luma)
        for (const [at, value] of changes) luma[at] = value
        expect(readQrCodes({ ...code, luma }).length).toBeLessThanOrEqual(1)
      }),
      runs(100)
    )
  })

  it("are read from a PNG picture", () => {
    const { height, luma, width } = makeQr(address, 3)
    const rows = Array.from({ length: height }, (_, y) => [...luma.subarray(y * width, (y + 1) * width)])
    const image = decodePngLuma(makePng({ width, height, bits: 8, colors: 0, rows }), new Budget())
    expect(readQrCodes(image!)).toEqual([address])
  })
})

describe("picture dimensions that can contain a code", () => {
  it.each([
    [21, 21, true],
    [100, 140, true],
    [1_240, 1_754, true],
    [100, 300, false],
    [20, 20, false],
    [4_000, 4_000, false],
    [Number.NaN, 100, false]
  ])("%i by %i", (width, height, isOne) => {
    expect(hasCodeProportions(width, height)).toBe(isOne)
  })
})
