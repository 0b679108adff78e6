import { Result } from "effect"
import * as fc from "fast-check"
import { type PrefixList, prefixListOf } from "../../../../core/threats/prefixes/PrefixList.ts"
import { concat } from "../../../support/Bytes.ts"

/** Returns a list of well-formed prefixes. Throws if they are malformed. */
export const listOf = (size: number, prefixes: ReadonlyArray<Uint8Array>, tags?: Uint8Array): PrefixList =>
  Result.getOrThrow(prefixListOf(concat(prefixes), size, tags))

/** Generates bytes from a small range, so that prefixes repeat and have common beginnings. */
export const crowdedBytes = (length: number): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength: length, maxLength: length }).chain((bytes) =>
    fc.constantFrom(0xff, 0x03, 0x01).map((mask) => bytes.map((byte) => byte & mask))
  )

export const prefixSizes = fc.constantFrom(4, 5, 8, 16, 31, 32)

/** Generates a size and prefixes of that size. */
export const sizedPrefixes = prefixSizes.chain((size) =>
  fc.record({ size: fc.constant(size), prefixes: fc.array(crowdedBytes(size), { maxLength: 60 }) })
)
