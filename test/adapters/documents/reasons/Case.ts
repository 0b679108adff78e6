import type { ReasonCode } from "../../../../core/documents/reasons/ReasonCatalog.ts"

/** A document that has a reason with this penalty, and a similar document without it. */
export interface ReasonCase {
  readonly code: ReasonCode
  readonly penalty: number
  readonly raises: Uint8Array
  /** Lacks the code, or, if another penalty of the code remains, has that penalty. */
  readonly misses: Uint8Array
}

export const reasonCase = (
  code: ReasonCode,
  penalty: number,
  raises: Uint8Array,
  misses: Uint8Array
): ReasonCase => ({ code, penalty, raises, misses })
