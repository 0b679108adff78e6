import type { ReasonCode } from "../../../../core/documents/reasons/ReasonCatalogue.ts"

/** A document that has a reason with this penalty, and one that is nearly the same and has it not. */
export interface ReasonCase {
  readonly code: ReasonCode
  readonly penalty: number
  readonly raises: Uint8Array
  /** The code at all, or, where another penalty of it remains, this penalty. */
  readonly misses: Uint8Array
}

export const reasonCase = (
  code: ReasonCode,
  penalty: number,
  raises: Uint8Array,
  misses: Uint8Array
): ReasonCase => ({ code, penalty, raises, misses })
