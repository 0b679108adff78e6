import { Clock, Context, Effect, Layer } from "effect"
import {
  type Claim,
  claimMinutesMax,
  Idempotency,
  idempotencyRetentionHours,
  type StoredResponse
} from "../../../core/history/Idempotency.ts"
import type { AccountId, RequestId } from "../../../core/kernel/Ids.ts"

/** Claimed idempotency key. `answer` is null until the response exists. */
interface ClaimedKey {
  readonly fingerprint: string
  readonly requestId: RequestId
  readonly claimedAt: number
  readonly answer: StoredResponse | null
}

/** State that the in-memory ledger and idempotency keys share. A response is stored together with its charge. */
export class StoredResponsesMemory extends Context.Service<StoredResponsesMemory, {
  readonly claims: Map<string, ClaimedKey>
  readonly store: (answer: StoredResponse) => void
  readonly forget: (requestId: RequestId) => void
}>()("gatehouse/adapters/storage/memory/StoredResponsesMemory") {
  static readonly layer = Layer.sync(StoredResponsesMemory, () => {
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

const claimName = ({ accountId, key }: { readonly accountId: AccountId; readonly key: string }): string =>
  JSON.stringify([accountId, key])

const retentionMillis = idempotencyRetentionHours * 3_600_000
const claimMillisMax = claimMinutesMax * 60_000

export const layer: Layer.Layer<Idempotency, never, StoredResponsesMemory> = Layer.effect(
  Idempotency,
  Effect.map(StoredResponsesMemory, ({ claims }) => {
    const isLive = (claim: ClaimedKey | undefined, now: number): claim is ClaimedKey =>
      claim !== undefined && claim.claimedAt > now - retentionMillis

    return Idempotency.of({
      claim: Effect.fnUntraced(function*({ accountId, fingerprint, key, requestId }) {
        const now = yield* Clock.currentTimeMillis
        const name = claimName({ accountId, key })
        const existing = claims.get(name)
        if (isLive(existing, now)) return claimOutcome(existing, fingerprint, requestId)
        claims.set(name, { fingerprint, requestId, claimedAt: now, answer: null })
        return { kind: "claimed" }
      }),
      release: ({ accountId, key, requestId }) =>
        Effect.sync(() => {
          const name = claimName({ accountId, key })
          const claim = claims.get(name)
          if (claim?.requestId === requestId && claim.answer === null) claims.delete(name)
        }),
      sweep: Effect.map(Clock.currentTimeMillis, (now) => {
        const old = [...claims].filter(([, claim]) =>
          !isLive(claim, now) || claim.answer === null && claim.claimedAt <= now - claimMillisMax
        )
        for (const [name] of old) claims.delete(name)
        return old.length
      })
    })
  })
)

const claimOutcome = (claim: ClaimedKey, fingerprint: string, requestId: RequestId): Claim => {
  if (claim.fingerprint !== fingerprint) return { kind: "mismatch" }
  if (claim.answer !== null) return { kind: "answered", answer: claim.answer }
  return claim.requestId === requestId ? { kind: "claimed" } : { kind: "running" }
}
