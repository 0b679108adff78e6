import { argonMemoryKib } from "../../../core/shield/Puzzle.ts"

/** Layout of the module's memory as offsets in bytes: first the memory that Argon2 fills, then work areas. */
export const blockBytes = 1_024
export const pageBytes = 65_536
/** Work area for mixing a block. */
export const mixed = argonMemoryKib * blockBytes
/** Addresses of the blocks to mix in while they do not depend on the message, and the input that generates them (RFC 9106, 3.4.1.2). */
export const addresses = mixed + blockBytes
export const addressInput = addresses + blockBytes
export const zeros = addressInput + blockBytes
/** State, constants and word orders of BLAKE2b. */
export const state = zeros + blockBytes
export const stateBytes = 64
export const initial = state + stateBytes
export const orders = initial + stateBytes
/** Offset of BLAKE2b's input, which is at most a block and its length. */
export const hashed = orders + 1_024
export const pages = mixed / pageBytes + 1
