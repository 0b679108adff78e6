import { argonMemoryKib } from "../../../core/shield/Puzzle.ts"

/**
 * Size of an Argon2 block. The module's memory starts with the blocks that Argon2 fills, followed by work areas. The
 * constants below are sizes and offsets in bytes.
 */
export const blockBytes = 1_024
export const pageBytes = 65_536
/** Offset of the work area for mixing a block. */
export const mixedOffset = argonMemoryKib * blockBytes
/**
 * Offsets of two areas: the addresses of blocks to mix in, and the input that generates these addresses. They are used
 * while the addresses do not depend on the message (RFC 9106, 3.4.1.2).
 */
export const addressesOffset = mixedOffset + blockBytes
export const addressInputOffset = addressesOffset + blockBytes
export const zerosOffset = addressInputOffset + blockBytes
/** Offsets of BLAKE2b's state, initial state and word orders. */
export const stateOffset = zerosOffset + blockBytes
export const stateBytes = 64
export const initialStateOffset = stateOffset + stateBytes
export const ordersOffset = initialStateOffset + stateBytes
/** Offset of BLAKE2b's input, which is at most a block and its length. */
export const hashInputOffset = ordersOffset + 1_024
export const pageCount = mixedOffset / pageBytes + 1
