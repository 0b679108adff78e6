import { argonMemoryKib } from "../../../core/shield/Puzzle.ts"

/** Where things lie in the memory of the module, in bytes: first the memory that Argon2 fills, then what is needed besides. */
export const blockBytes = 1_024
export const pageBytes = 65_536
/** What a block is mixed in. */
export const mixed = argonMemoryKib * blockBytes
/** Of which blocks to mix in, as long as that does not depend on the message; and what it is made of (RFC 9106, 3.4.1.2). */
export const addresses = mixed + blockBytes
export const addressInput = addresses + blockBytes
export const zeros = addressInput + blockBytes
/** Of BLAKE2b: its state, its constants, the order of words in each round, as offsets. */
export const state = zeros + blockBytes
export const stateBytes = 64
export const initial = state + stateBytes
export const orders = initial + stateBytes
/** What is hashed by BLAKE2b: at most a block and its length. */
export const hashed = orders + 1_024
export const pages = mixed / pageBytes + 1
