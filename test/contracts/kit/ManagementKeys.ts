import { Effect } from "effect"
import type { Accounts } from "../../../core/accounts/Accounts.ts"
import type { Secrets } from "../../../core/kernel/Secrets.ts"
import type { ManagementKey } from "../../../core/management-keys/ManagementKey.ts"
import { ManagementKeys } from "../../../core/management-keys/ManagementKeys.ts"
import { contract } from "./Contract.ts"
import { expect } from "./Expect.ts"
import { createAccountId } from "./People.ts"

const at = new Date("2026-11-20T10:00:00.000Z")

let keyCount = 0

const newKey = (accountId: string, changes: Partial<ManagementKey> = {}): ManagementKey => {
  const n = ++keyCount
  return {
    id: `mgk_${String(n).padStart(4, "0")}`,
    accountId,
    name: `Backup – “${n}”`,
    digest: `management digest ${n}`,
    lastFour: "abcd",
    scopes: ["rules:read", "rules:write"],
    createdAt: new Date(1_000 + n),
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    ...changes
  }
}

export const managementKeysContract = contract<ManagementKeys | Accounts | Secrets>("ManagementKeys", ({ test }) => {
  test(
    "are found by digest, also after they expire or are revoked, and listed oldest first",
    Effect.gen(function*() {
      const keys = yield* ManagementKeys
      const mine = yield* createAccountId
      const [first, second] = [newKey(mine), newKey(mine, { expiresAt: new Date(2_000), scopes: ["leads:read"] })]
      yield* Effect.forEach([first, second], keys.create)
      expect(yield* keys.find(first.digest)).toEqual(first)
      expect(yield* keys.find(second.digest)).toEqual(second)
      expect(yield* keys.find("unknown")).toBe(null)
      expect(yield* keys.list(mine)).toEqual([first, second])
      const revoked = { ...first, revokedAt: at }
      expect(yield* keys.revoke(mine, first.id, at)).toEqual(revoked)
      expect(yield* keys.find(first.digest)).toEqual(revoked)
      expect(yield* keys.list(mine)).toEqual([revoked, second])
    })
  )

  test(
    "are revoked once, and a use is recorded for one key",
    Effect.gen(function*() {
      const keys = yield* ManagementKeys
      const mine = yield* createAccountId
      const [first, second] = [newKey(mine), newKey(mine)]
      yield* Effect.forEach([first, second], keys.create)
      yield* keys.recordUse(first.id, at)
      yield* keys.recordUse("mgk_unknown", at)
      expect(yield* keys.list(mine)).toEqual([{ ...first, lastUsedAt: at }, second])
      yield* keys.revoke(mine, first.id, at)
      const again = yield* Effect.flip(keys.revoke(mine, first.id, new Date(at.getTime() + 1)))
      expect(again._tag).toBe("ManagementKeyNotFound")
      expect((yield* keys.find(first.digest))?.revokedAt).toEqual(at)
    })
  )

  test(
    "are listed and revoked only within their account",
    Effect.gen(function*() {
      const keys = yield* ManagementKeys
      const [mine, other] = [yield* createAccountId, yield* createAccountId]
      const [key, theirs] = [newKey(mine), newKey(other)]
      yield* Effect.forEach([key, theirs], keys.create)
      expect(yield* keys.list(mine)).toEqual([key])
      expect(yield* keys.list(other)).toEqual([theirs])
      expect((yield* Effect.flip(keys.revoke(other, key.id, at)))._tag).toBe("ManagementKeyNotFound")
      expect(yield* keys.find(key.digest)).toEqual(key)
    })
  )
})
