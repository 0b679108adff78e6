import { Effect, Layer, ManagedRuntime } from "effect"
import { randomInt } from "node:crypto"
import * as SealsNode from "../../../adapters/crypto/SealsNode.ts"
import * as SecretsNode from "../../../adapters/crypto/SecretsNode.ts"
import * as PuzzleCheckThreads from "../../../adapters/puzzles/PuzzleCheckThreads.ts"
import * as StorageMemory from "../../../adapters/storage/memory/StorageMemory.ts"
import * as VisitorTrafficMemory from "../../../adapters/traffic/VisitorTrafficMemory.ts"
import { layerEmbedded } from "../../../apps/library/Embedded.ts"
import { findCounter } from "../../../apps/widget/solver/Search.ts"
import { Seals } from "../../../core/kernel/Seals.ts"
import { issueChallenge } from "../../../core/shield/challenges/IssueChallenge.ts"
import { redeemChallenge } from "../../../core/shield/tokens/RedeemChallenge.ts"
import { siteVerify } from "../../../core/shield/verification/SiteVerify.ts"
import { createSite } from "../../../core/sites/ManageSites.ts"
import { requestFrom } from "../../core/shield/World.ts"
import { benchHost, createToken } from "./CreateToken.ts"
import { defineStep, type Step } from "./DefineStep.ts"

const origin = `https://${benchHost}`

const layer = Layer.mergeAll(
  SealsNode.layer.pipe(Layer.provide(StorageMemory.layer)),
  VisitorTrafficMemory.layer,
  PuzzleCheckThreads.layer(),
  StorageMemory.layer,
  layerEmbedded
).pipe(Layer.provideMerge(SecretsNode.layer))

/** Returns a random address, because the requests of a benchmark come from many visitors. */
const address = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

/** Returns Gatehouse's steps. They run in this process with everything in memory, like those of the peers. */
export const ourSteps = async (): Promise<
  { readonly steps: ReadonlyArray<Step>; readonly close: () => Promise<void> }
> => {
  const runtime = ManagedRuntime.make(layer)
  const { secretKey, site } = await runtime.runPromise(
    createSite({ accountId: "acc_1", name: "bench", hostnames: [benchHost] })
  )
  const seals = await runtime.runPromise(Effect.map(Seals, (seals) => seals))
  const run = await runtime.runPromise(
    Effect.map(Effect.context<ManagedRuntime.ManagedRuntime.Services<typeof runtime>>(), Effect.runPromiseWith)
  )
  const issue = () => run(issueChallenge({ siteKey: site.siteKey, profile: "argon2id", origin, address: address() }))
  const solved = async () => {
    const { bits, challenge, puzzles, seed } = await issue()
    const counters = await Promise.all(Array.from(
      { length: puzzles },
      (_, index) => findCounter({ profile: "argon2id", bits, seed, index }, Infinity, () => Promise.resolve())
    ))
    return { challenge, counters, signals: null, origin, request: requestFrom(address()) }
  }
  const verify = async (token: string) => (await run(siteVerify({ secret: secretKey, token }))).kind === "human"
  const system = "gatehouse, in memory"
  return {
    steps: [
      defineStep(
        { system, what: "redeem", times: 30 },
        solved,
        async (input) => (await run(redeemChallenge(input))).ticket !== null
      ),
      defineStep({ system, what: "issue", times: 2_000 }, () => null, async () => (await issue()).challenge !== ""),
      defineStep({ system, what: "verify", times: 2_000 }, () => createToken(seals, site.id), verify)
    ],
    close: () => runtime.dispose()
  }
}
