import { Context, Layer } from "effect"
import type { StoredAnswer } from "../../../core/history/Idempotency.ts"
import type { AccountId, RequestId } from "../../../core/kernel/Ids.ts"

/** One claimed key, and the answer once there is one. */
export interface ClaimedKey {
  readonly fingerprint: string
  readonly requestId: RequestId
  readonly claimedAt: number
  readonly answer: StoredAnswer | null
}

/** What the ledger and the idempotency keys of a memory share: an answer is stored with its charge. */
export class AnswersMemory extends Context.Service<AnswersMemory, {
  readonly claims: Map<string, ClaimedKey>
  readonly store: (answer: StoredAnswer) => void
  readonly forget: (requestId: RequestId) => void
}>()("gatehouse/adapters/storage/memory/AnswersMemory") {
  static readonly layer = Layer.sync(AnswersMemory, () => {
    const claims = new Map<string, ClaimedKey>()
    return {
      claims,
      store: (answer) => {
        const name = claimName(answer)
        const claim = claims.get(name)
        if (claim?.requestId === answer.requestId) claims.set(name, { ...claim, answer })
      },
      forget: (requestId) => {
        for (const [name, claim] of claims) {
          if (claim.requestId === requestId) claims.delete(name)
        }
      }
    }
  })
}

export const claimName = ({ accountId, key }: { readonly accountId: AccountId; readonly key: string }): string =>
  JSON.stringify([accountId, key])
