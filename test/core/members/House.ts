import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as SealsNode from "../../../adapters/crypto/SealsNode.ts"
import * as SecretsNode from "../../../adapters/crypto/SecretsNode.ts"
import * as StorageMemory from "../../../adapters/storage/memory/StorageMemory.ts"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import type { Actor } from "../../../core/audit/Audit.ts"
import { AuditLog } from "../../../core/audit/AuditLog.ts"
import { acceptInvitation } from "../../../core/members/administration/AcceptInvitation.ts"
import { inviteMember, makeSetUpLink } from "../../../core/members/administration/ManageInvitations.ts"
import { Passwords, PasswordsBusy } from "../../../core/members/passwords/Passwords.ts"
import type { Role } from "../../../core/members/Role.ts"
import type { RingKey } from "../../../core/shield/KeyRing.ts"

/** State of the fake hashing: the verified hashes, and whether calls are refused as busy. */
export const hashing = { verified: [] as Array<string>, isBusy: false }

/** Fake passwords, without the cost of hashing. */
const layerPasswords = Layer.sync(Passwords, () => {
  hashing.verified = []
  hashing.isBusy = false
  const unlessBusy = <A>(answer: () => A) =>
    Effect.suspend((): Effect.Effect<A, PasswordsBusy> => hashing.isBusy ? new PasswordsBusy() : Effect.sync(answer))
  return Passwords.of({
    hash: (password) => unlessBusy(() => `hash of ${password}`),
    verify: (password, hash) =>
      unlessBusy(() => {
        hashing.verified.push(hash)
        return hash === `hash of ${password}`
      }),
    dummyHash: Effect.succeed("dummy")
  })
})

/** Key that signs the cookies of known devices. */
export const ringKey: RingKey = { id: "k1", secret: new Uint8Array(32).fill(7), createdAt: new Date(0) }

export const layerHouse = Layer.mergeAll(
  SealsNode.layerFixed([ringKey]).pipe(
    Layer.provideMerge(StorageMemory.layer),
    Layer.provideMerge(SecretsNode.layer)
  ),
  layerPasswords
).pipe(Layer.provideMerge(TestClock.layer()))

/** Runs a test with its own storage at a fixed time. */
export const inHouse = (body: Effect.Effect<unknown, unknown, any>) => () =>
  Effect.runPromise(
    Effect.andThen(TestClock.setTime(1_800_000_000_000), body).pipe(
      Effect.provide(layerHouse as Layer.Layer<any>)
    ) as Effect.Effect<void>
  )

export const browser = { userAgent: "Firefox/150", address: "192.0.2.1" }
export const operator: Actor = { name: "command line (root)", memberId: null, address: "" }
export const password = "a goose on the roof"

/** Creates an account whose setup link Ann has used. */
export const withOwner = Effect.gen(function*() {
  const account = yield* createAccount("default")
  const token = (yield* makeSetUpLink(account.id))!
  const ann = yield* acceptInvitation({ token, name: "Ann", email: "Ann@Example.com", password, ...browser })
  return { accountId: account.id, ann }
})

/** Adds a member to an account and signs them in. */
export const join = Effect.fnUntraced(function*(accountId: string, role: Role, email: string) {
  const { token } = yield* inviteMember({ accountId, role, email: null, actor: operator })
  return yield* acceptInvitation({ token, name: "Ben", email, password, ...browser })
})

/** Returns the actions in the audit log, oldest first. */
export const listActions = Effect.fnUntraced(function*(accountId: string) {
  const entries = yield* (yield* AuditLog).list({ accountId, limit: 200 })
  return entries.map(({ action }) => action).toReversed()
})

export const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => _tag)
