import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeJpegLuma, jpegSidePixels } from "../../../../adapters/documents/images/Jpeg.ts"
import { decodePngLuma } from "../../../../adapters/documents/images/Png.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { measureCpuMillis } from "../../../support/CpuTime.ts"
import { runs } from "../../../support/TestRun.ts"
import { squares } from "./JpegSquares.ts"
import { makePng, type PngParts } from "./MakePictures.ts"

const pngOf = (parts: PngParts) => {
  const image = decodePngLuma(makePng(parts), new Budget())
  return image === null ? null : [...image.luma]
}

describe("a PNG picture", () => {
  const two = { width: 2, height: 2 }

  it.each<[string, PngParts, ReadonlyArray<number>]>([
    ["gray", { ...two, bits: 8, colors: 0, rows: [[0, 100], [200, 255]] }, [0, 100, 200, 255]],
    ["gray of 16 bits", { ...two, bits: 16, colors: 0, rows: [[0, 9, 100, 9], [200, 9, 255, 9]] }, [0, 100, 200, 255]],
    ["black and white", { ...two, bits: 1, colors: 0, rows: [[0x40], [0x80]] }, [0, 255, 255, 0]],
    ["of 2 bits", { ...two, bits: 2, colors: 0, rows: [[0x10], [0xb0]] }, [0, 85, 170, 255]],
    ["of 4 bits", { ...two, bits: 4, colors: 0, rows: [[0x0f], [0x30]] }, [0, 255, 51, 0]],
    ["colors", { ...two, bits: 8, colors: 2, rows: [[255, 0, 0, 0, 255, 0], [0, 0, 255, 255, 255, 255]] }, [
      76,
      150,
      29,
      255
    ]],
    ["a palette", { ...two, bits: 1, colors: 3, rows: [[0x40], [0x80]], palette: [10, 10, 10, 90, 90, 90] }, [
      10,
      90,
      90,
      10
    ]],
    [
      "a palette that is transparent",
      { ...two, bits: 1, colors: 3, rows: [[0x40], [0x80]], palette: [0, 0, 0, 0, 0, 0], transparency: [255, 0] },
      [0, 255, 255, 0]
    ],
    ["a transparent shade", { ...two, bits: 8, colors: 0, rows: [[0, 100], [100, 0]], transparency: [0, 100] }, [
      0,
      255,
      255,
      0
    ]],
    ["gray and alpha", { ...two, bits: 8, colors: 4, rows: [[0, 255, 0, 0], [0, 51, 90, 255]] }, [0, 255, 204, 90]],
    ["colors and alpha", {
      ...two,
      bits: 8,
      colors: 6,
      rows: [[0, 0, 0, 255, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 255]]
    }, [0, 255, 255, 0]],
    ["filtered from the left", { ...two, bits: 8, colors: 0, filter: 1, rows: [[9, 5], [200, 255]] }, [
      9,
      5,
      200,
      255
    ]],
    ["filtered from above", { ...two, bits: 8, colors: 0, filter: 2, rows: [[9, 5], [200, 255]] }, [9, 5, 200, 255]],
    ["that ends too early", { ...two, bits: 8, colors: 0, rows: [[0, 100]] }, [0, 100, 255, 255]]
  ])("%s", (_, parts, luma) => {
    expect(pngOf(parts)).toEqual(luma)
  })

  it("is not read if it is interlaced, too large, of an unknown type or invalid", () => {
    const plain: PngParts = { ...two, bits: 8, colors: 0, rows: [[0, 100], [200, 255]] }
    expect(pngOf({ ...plain, isInterlaced: true })).toBeNull()
    expect(pngOf({ ...plain, colors: 1 })).toBeNull()
    expect(pngOf({ ...plain, bits: 3 })).toBeNull()
    expect(pngOf({ ...plain, width: 100_000, height: 100_000 })).toBeNull()
    expect(decodePngLuma(Buffer.from("GIF89a"), new Budget())).toBeNull()
    expect(decodePngLuma(new Uint8Array(0), new Budget())).toBeNull()
  })

  it("never throws if truncated or changed", () => {
    const bytes = makePng({
      width: 2,
      height: 2,
      bits: 8,
      colors: 6,
      rows: [[0, 0, 0, 255, 0, 0, 0, 0], [1, 2, 3, 4, 5, 6, 7, 8]]
    })
    for (let length = 0; length <= bytes.length; length++) decodePngLuma(bytes.subarray(0, length), new Budget())
    fc.assert(fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
      const changed = Uint8Array.from(bytes)
      changed[at] = value
      decodePngLuma(changed, new Budget())
    }))
  })

  it("is not a bomb if it is white and large", () => {
    const budget = new Budget()
    const rows = Array.from({ length: 1_200 }, () => Array.from({ length: 1_200 }, () => 255))
    decodePngLuma(makePng({ width: 1_200, height: 1_200, bits: 8, colors: 0, rows }), budget)
    expect(budget.isBomb).toBe(false)
  })

  it("stays within the remaining budget", () => {
    const budget = new Budget()
    budget.spendInflated(1, 128 * 1024 * 1024 - 3, false)
    const rows = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => 0))
    expect(
      decodePngLuma(makePng({ width: 100, height: 100, bits: 8, colors: 0, rows }), budget)?.luma.every((value) =>
        value === 255
      )
    )
      .toBe(true)
  })
})

describe("a JPEG picture", () => {
  it.each(squares)("%s", (_, bytes) => {
    const image = decodeJpegLuma(bytes)!
    expect([image.width, image.height]).toEqual([30, 30])
    const shades = [5, 15, 25].flatMap((y) => [5, 15, 25].map((x) => image.luma[y * 30 + x]! < 128 ? "dark" : "light"))
    expect(shades).toEqual(Array.from({ length: 9 }, (__, at) => at % 2 === 0 ? "dark" : "light"))
  })

  it("is the same in one scan and in ten scans", () => {
    expect(decodeJpegLuma(squares[1]![1])).toEqual(decodeJpegLuma(squares[0]![1]))
  })

  it.each(squares.slice(0, 2))("matches the original except for the loss of JPEG: %s", (_, bytes) => {
    const { luma } = decodeJpegLuma(bytes)!
    const was = (at: number) => (Math.floor(at / 300) + Math.floor(at % 30 / 10)) % 2 === 0 ? 26 : 238
    const error = luma.reduce((sum, value, at) => sum + Math.abs(value - was(at)), 0) / luma.length
    expect(error).toBeLessThan(6)
  })

  it("keeps its approximate brightness", () => {
    const [, bytes] = squares[0]!
    const { luma } = decodeJpegLuma(bytes)!
    // The RGB colors 60, 10, 20 and 250, 240, 200 have the luma 26 and 238.
    expect(Math.abs(luma[5 * 30 + 5]! - 26)).toBeLessThan(12)
    expect(Math.abs(luma[5 * 30 + 15]! - 238)).toBeLessThan(12)
  })

  it("is scaled down if it is large", () => {
    const bytes = Uint8Array.from(squares[2]![1])
    const frame = bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xc0)
    // The frame claims 2,000 by 1,000 pixels, most of which are missing.
    bytes.set([1_000 >> 8, 1_000 & 255, 2_000 >> 8, 2_000 & 255], frame + 5)
    const image = decodeJpegLuma(bytes)!
    expect([image.width, image.height]).toEqual([1_000, 500])
    expect(image.width).toBeLessThanOrEqual(jpegSidePixels)
  })

  it("is not read if it is invalid, too large or of another coding process", () => {
    expect(decodeJpegLuma(new Uint8Array(0))).toBeNull()
    expect(decodeJpegLuma(Buffer.from("\x89PNG", "latin1"))).toBeNull()
    expect(decodeJpegLuma(Buffer.from("ffd8ffd9", "hex"))).toBeNull()
    for (const change of [[1, 0xc3], [1, 0xc9], [4, 12], [5, 255], [9, 2]] as const) {
      const bytes = Uint8Array.from(squares[2]![1])
      const frame = bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xc0)
      const [at, value] = change
      bytes[frame + at] = value
      expect(decodeJpegLuma(bytes)).toBeNull()
    }
  })

  it("ends quickly with very many scans", () => {
    const bytes = Buffer.from(squares[1]![1])
    const frame = bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xc2)
    bytes.set([2_000 >> 8, 2_000 & 255, 2_000 >> 8, 2_000 & 255], frame + 5)
    const scans = bytes.subarray(bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xda), -2)
    const many = Buffer.concat([bytes.subarray(0, -2), ...Array.from({ length: 2_000 }, () => scans)])
    expect(measureCpuMillis(() => decodeJpegLuma(many))).toBeLessThan(5_000)
  })

  it.each(squares)("never throws if truncated or changed: %s", (_, bytes) => {
    for (let length = 0; length < bytes.length; length++) decodeJpegLuma(bytes.subarray(0, length))
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 5 }), (changes) => {
        const changed = Uint8Array.from(bytes)
        for (const [at, value] of changes) changed[at] = value
        decodeJpegLuma(changed)
      }),
      runs(200)
    )
  })
})
