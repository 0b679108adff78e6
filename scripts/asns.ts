import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, constants } from "node:zlib"
import { type AsnRange, encodeAsnFile, sortWithoutOverlap, toFirst64Bits } from "./asn/AsnFile.ts"

/**
 * Writes the embedded table of autonomous systems: `npm run asns FOLDER`.
 *
 * The folder contains `asn-ipv4-num.csv` and `asn-ipv6-num.csv` of ip-location-db. `adapters/geo/data/README.md` states
 * the current source.
 */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error("Say in which folder the CSV files are.")

/** Reads the ranges of a CSV file. Its columns are the first address, the last address, the number and the name. */
const rangesIn = (name: string): ReadonlyArray<AsnRange> =>
  readFileSync(join(folder, name), "utf8").split("\n").filter((line) => line !== "").map((line) => {
    const [start = "", end = "", asn = ""] = line.split(",", 3)
    return { start: BigInt(start), end: BigInt(end), asn: Number(asn) }
  })

const v4 = sortWithoutOverlap(rangesIn("asn-ipv4-num.csv"))
const v6 = sortWithoutOverlap(toFirst64Bits(rangesIn("asn-ipv6-num.csv")))
const file = encodeAsnFile(v4, v6)
const packed = brotliCompressSync(file, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: file.length
  }
})
writeFileSync(new URL("../adapters/geo/data/asn.br", import.meta.url), packed)
console.log(`${v4.length} ranges of IPv4 and ${v6.length} of IPv6 in ${packed.length} bytes (${file.length} unpacked)`)
