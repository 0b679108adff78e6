import type { ReasonCode } from "../../../../core/documents/reasons/ReasonCatalog.ts"

/** Document that has a reason with a given penalty, and a similar document without it. */
export interface ReasonCase {
  readonly code: ReasonCode
  readonly penalty: number
  readonly raises: Uint8Array
  /** Document without the code, or with a lower penalty for the code. */
  readonly misses: Uint8Array
}

export const reasonCase = (
  code: ReasonCode,
  penalty: number,
  raises: Uint8Array,
  misses: Uint8Array
): ReasonCase => ({ code, penalty, raises, misses })
