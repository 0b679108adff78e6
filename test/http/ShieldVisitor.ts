import { Effect } from "effect"
import { argon2Sync, hash, randomBytes } from "node:crypto"
import { expect } from "vitest"
import { Seals } from "../../core/kernel/Seals.ts"
import { type Challenge, writeChallenge } from "../../core/shield/challenges/Challenge.ts"
import { argonMemoryKib, argonPasses, type PuzzleProfile, saltBytes } from "../../core/shield/Puzzle.ts"
import { challengeIdBytes } from "../../core/shield/SealedHeader.ts"
import { challengeSecondsMax } from "../../core/shield/ShieldTimes.ts"
import { createSite } from "../../core/sites/ManageSites.ts"
import { type SiteOptions, siteOptionsDefault } from "../../core/sites/Site.ts"
import { Sites } from "../../core/sites/Sites.ts"
import type { ServerAccount } from "../support/InProcessServer.ts"
import type { TestResponse } from "../support/Server.ts"
import { checkDeclared } from "./Contract.ts"

export interface TestSite {
  readonly id: string
  readonly accountId: string
  readonly siteKey: string
  readonly secret: string
  readonly hostnames: ReadonlyArray<string>
}

/** Creates a site with these options. */
export const makeSite = async (
  server: ServerAccount,
  hostnames: ReadonlyArray<string>,
  options: Partial<SiteOptions> = {}
): Promise<TestSite> => {
  const { secretKey: secret, site } = await server.run(
    createSite({ accountId: server.accountId, name: "test", hostnames, options })
  )
  return { id: site.id, accountId: site.accountId, siteKey: site.siteKey, secret, hostnames: site.hostnames }
}

/** Replaces the list of host names of a site. */
export const move = ({ run }: ServerAccount, { accountId, id }: TestSite, hostnames: ReadonlyArray<string>) =>
  run(Sites.use((sites) => sites.change(accountId, id, { name: "test", hostnames, options: siteOptionsDefault })))

/** Parts of a browser's request other than the body. */
export interface VisitorOptions {
  readonly origin?: string
  /** Address of the visitor. The server must trust the proxy on this machine. */
  readonly address?: string
}

/** Expects a flat error response that the script in a page can read. */
export const expectFailure = (answer: TestResponse, status: number, says: RegExp | string = /\S/): void => {
  const error = typeof says === "string" ? says : expect.stringMatching(says)
  expect([answer.status, answer.json]).toEqual([status, { ok: false, error }])
  expect(answer.headers.get("access-control-allow-origin")).toBe("*")
}

/** Returns a visitor that sends requests as the script in a page does. */
export const visitor = (server: () => ServerAccount, { address, origin }: VisitorOptions) => {
  const headers = {
    "Content-Type": "text/plain;charset=UTF-8",
    ...origin === undefined ? {} : { Origin: origin },
    ...address === undefined ? {} : { "X-Forwarded-For": address },
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
  }
  const ask = async (
    path: string,
    body: unknown,
    more: Readonly<Record<string, string>> = {}
  ): Promise<TestResponse> => {
    const text = typeof body === "string" ? body : JSON.stringify(body)
    const answer = await server().post(path, text, { ...headers, ...more })
    checkDeclared(path, answer)
    return answer
  }
  return {
    ask,
    challenge: (sitekey: string, profile: PuzzleProfile = "sha256") => ask("/shield/challenge", { sitekey, profile }),
    redeem: (challenge: string, counters: ReadonlyArray<unknown>, signals: unknown = null) =>
      ask("/shield/redeem", { challenge, counters, signals }),
    refresh: (ticket: string, signals: unknown = null) => ask("/shield/refresh", { ticket, signals })
  }
}

export type TestVisitor = ReturnType<typeof visitor>

/** Gets a token in the regular way, by solving the puzzles. */
export const solvedToken = async (one: TestVisitor, siteKey: string, profile: PuzzleProfile = "sha256") => {
  const { json } = await one.challenge(siteKey, profile)
  const counters = solve(json)
  const redeemed = (await one.redeem(json.challenge, counters)).json
  return { challenge: json.challenge as string, counters, ...redeemed as { token: string; ticket: string | null } }
}

/**
 * Returns a challenge signed by the server, with one puzzle that any counter solves. `change` can turn it into a
 * challenge that no server produces.
 */
export const easyChallenge = (
  server: ServerAccount,
  { id: siteId, hostnames: [host = ""] }: Pick<TestSite, "id" | "hostnames">,
  change: Partial<Challenge> = {}
): Promise<string> => {
  const issuedAt = Date.now()
  return server.run(Effect.map(Seals, (seals) =>
    writeChallenge(seals, {
      id: randomBytes(challengeIdBytes),
      siteId,
      host,
      issuedAt,
      expiresAt: issuedAt + challengeSecondsMax * 1_000,
      profile: "sha256",
      puzzles: 1,
      bits: 1,
      networkHash: 0,
      ...change
    })))
}

/** Returns an easy challenge with its answers. */
export const easySolved = async (server: ServerAccount, site: Pick<TestSite, "id" | "hostnames">, puzzles = 1) => {
  const id = randomBytes(challengeIdBytes)
  const challenge = await easyChallenge(server, site, { id, puzzles })
  const work = { profile: "sha256", seed: id.toString("base64url"), puzzles, bits: 1 } as const
  return { challenge, counters: solve(work) }
}

/** Gets a token at little cost, from a challenge that a few guesses solve. */
export const easyToken = async (
  server: ServerAccount,
  one: TestVisitor,
  site: Pick<TestSite, "id" | "hostnames">
): Promise<{ readonly token: string; readonly ticket: string | null }> => {
  const { challenge, counters } = await easySolved(server, site)
  return (await one.redeem(challenge, counters)).json
}

interface Work {
  readonly profile: PuzzleProfile
  readonly seed: string
  readonly puzzles: number
  readonly bits: number
}

/** Finds counters whose hashes begin with the given number of zero bits, as a client does. */
export const solve = ({ bits, profile, puzzles, seed }: Work): ReadonlyArray<number> => {
  const bytes = Buffer.from(seed, "base64url")
  const counters: Array<number> = []
  for (let index = 0; index < puzzles; index++) {
    const salt = sha256(Buffer.concat([bytes, Buffer.from([index])])).subarray(0, saltBytes)
    for (let counter = 0;; counter++) {
      const hash = profile === "sha256" ? salted(salt, counter) : argon(salt, counter)
      if (hash.readUInt32BE(0) >>> (32 - bits) !== 0) continue
      counters.push(counter)
      break
    }
  }
  return counters
}

const sha256 = (bytes: Uint8Array): Buffer => hash("sha256", bytes, "buffer")

/** Buffer for a salt and the digits of a counter. It is reused, because 100,000 counters are hashed. */
const room = Buffer.alloc(64)

const salted = (salt: Buffer, counter: number): Buffer => {
  const length = salt.copy(room) + room.write(String(counter), salt.length, "latin1")
  return sha256(room.subarray(0, length))
}

const argon = (nonce: Uint8Array, counter: number): Buffer =>
  argon2Sync("argon2id", {
    message: String(counter),
    nonce,
    passes: argonPasses,
    parallelism: 1,
    memory: argonMemoryKib,
    tagLength: 32
  })
