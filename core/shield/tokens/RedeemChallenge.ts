import { Clock, Effect } from "effect"
import { toHex } from "../../kernel/Hex.ts"
import { Geo } from "../../kernel/networks/Geo.ts"
import { addressBytesOf, networkHash } from "../../kernel/networks/VisitorAddress.ts"
import { Seals } from "../../kernel/Seals.ts"
import { Secrets } from "../../kernel/Secrets.ts"
import { type Challenge, readChallenge } from "../challenges/Challenge.ts"
import { checkedAnswerCount } from "../challenges/Difficulty.ts"
import { PuzzleCheck } from "../challenges/PuzzleCheck.ts"
import { counterMax, type PuzzleAnswer, type PuzzleWork } from "../Puzzle.ts"
import type { RequestFacts } from "../SessionJudgment.ts"
import { ChallengeUsed, ProofRefused, type ShieldFailure } from "../ShieldFailure.ts"
import { degradedTokenSecondsMax, deletableAt, ticketSecondsMax, tokenSecondsMax } from "../ShieldTimes.ts"
import { ShieldTraffic } from "../ShieldTraffic.ts"
import { SingleUse } from "../SingleUse.ts"
import { testKindOf } from "../TestSites.ts"
import { VisitorTraffic } from "../VisitorTraffic.ts"
import { decideProof, isSiteCounted, makeCountedFailure } from "./DecideProof.ts"
import { type DegradedCause, writeDegradedToken } from "./DegradedToken.ts"
import { issueToken } from "./IssueToken.ts"
import { type Ticket, writeTicket } from "./Ticket.ts"

export interface SolvedChallenge {
  readonly challenge: string
  /** Counters by puzzle index, which are not validated. */
  readonly counters: ReadonlyArray<unknown>
  readonly signals: unknown
  /** Unparsed value of the `Origin` header. */
  readonly origin: string | null
  readonly request: RequestFacts
}

export interface RedeemResult {
  /** Token for the form. It is a degraded token if `ticket` is null. */
  readonly token: string
  readonly ticket: string | null
  readonly tokenSeconds: number
  /** Seconds during which the ticket is valid, or 0 if there is no ticket. */
  readonly ticketSeconds: number
}

/**
 * Exchanges the answers to a challenge for a token and a ticket. The challenge is consumed before the answers are
 * checked, so only the first guess counts. If the store or the puzzle check is unavailable, the visitor gets a degraded
 * token, and the site's policy decides about the form.
 */
export const redeemChallenge: (
  solved: SolvedChallenge
) => Effect.Effect<
  RedeemResult,
  ShieldFailure,
  Seals | Secrets | SingleUse | PuzzleCheck | VisitorTraffic | ShieldTraffic | Geo
> = Effect.fnUntraced(function*(solved: SolvedChallenge) {
  const seals = yield* Seals
  const nowMillis = yield* Clock.currentTimeMillis
  const challenge = readChallenge(seals, solved.challenge)
  if (challenge === null) return yield* new ProofRefused({ reason: "challenge" })
  const refuse = makeCountedFailure(yield* ShieldTraffic, challenge.siteId, nowMillis)
  const refusal = decideProof("challenge", challenge, solved.origin, nowMillis)
  if (refusal !== null) return yield* refuse(refusal)
  const isFirst = yield* consumeChallenge(challenge)
  if (isFirst === false) return yield* refuse(new ChallengeUsed())
  const areRight = yield* checkAnswers(challenge, solved.counters)
  if (areRight === "none") return yield* refuse(new ProofRefused({ reason: "counters" }))
  if (areRight === false) return yield* refuse(new ProofRefused({ reason: "answers" }))
  const cause = causeOf(challenge, isFirst, areRight)
  if (cause !== null) return degraded(seals, challenge, cause, nowMillis)
  const ticket = ticketOf(challenge, solved.request, nowMillis)
  const traffic = yield* ShieldTraffic
  if (isSiteCounted(challenge.siteId)) {
    traffic.count(challenge.siteId, { kind: "solved", solveMillis: ticket.solveMillis }, nowMillis)
  }
  const ports = { seals, geo: yield* Geo, visitors: yield* VisitorTraffic }
  return {
    token: issueToken(ports, ticket, solved, nowMillis),
    ticket: writeTicket(seals, ticket),
    tokenSeconds: tokenSecondsMax,
    ticketSeconds: ticketSecondsMax
  }
})

/** Marks a challenge as used. Returns false if it was already used, and null if the store is unavailable. */
const consumeChallenge = (challenge: Challenge): Effect.Effect<boolean | null, never, SingleUse> =>
  Effect.flatMap(SingleUse, (singleUse) =>
    Effect.catchTag(
      singleUse.consume(`challenge:${toHex(challenge.id)}`, deletableAt(challenge.expiresAt)),
      "SingleUseUnavailable",
      () => Effect.succeed(null)
    ))

/** Checks a sample of the answers. Returns null if the check is busy, and `none` if the answers are malformed. */
const checkAnswers = Effect.fnUntraced(function*(challenge: Challenge, counters: ReadonlyArray<unknown>) {
  const answers = answersOf(challenge, counters)
  if (answers === null) return "none" as const
  const sample = sampleAnswers(challenge, answers, (yield* Secrets).randomBytes)
  return yield* Effect.catchTag(
    (yield* PuzzleCheck).areCorrect(challenge.profile, challenge.bits, challenge.id, sample),
    "PuzzleCheckBusy",
    () => Effect.succeed(null)
  )
})

const causeOf = (challenge: Challenge, isFirst: true | null, areRight: true | null): DegradedCause | null =>
  isFirst === null
    ? "store"
    : areRight === null
    ? "puzzles"
    : testKindOf(challenge.siteId) === "degraded"
    ? "test"
    : null

const degraded = (
  seals: Seals["Service"],
  challenge: Challenge,
  cause: DegradedCause,
  nowMillis: number
): RedeemResult => {
  const { host, id, siteId } = challenge
  const expiresAt = nowMillis + degradedTokenSecondsMax * 1_000
  return {
    token: writeDegradedToken(seals, { id, siteId, host, issuedAt: nowMillis, expiresAt, cause }),
    ticket: null,
    tokenSeconds: degradedTokenSecondsMax,
    ticketSeconds: 0
  }
}

const ticketOf = (challenge: Challenge, request: RequestFacts, nowMillis: number): Ticket => {
  const { bits, host, id, profile, puzzles, siteId } = challenge
  const address = addressBytesOf(request.address)
  return {
    id,
    siteId,
    host,
    profile,
    puzzles,
    bits,
    challengedAt: challenge.issuedAt,
    issuedAt: nowMillis,
    expiresAt: nowMillis + ticketSecondsMax * 1_000,
    // The clock of this instance may be behind the clock of the instance that issued the challenge.
    solveMillis: Math.max(0, nowMillis - challenge.issuedAt),
    address,
    networkChanged: networkHash(id, address) !== challenge.networkHash
  }
}

/** Returns one answer per puzzle, by index. Returns null if there is not exactly one valid integer per puzzle. */
export const answersOf = (work: PuzzleWork, counters: ReadonlyArray<unknown>): ReadonlyArray<PuzzleAnswer> | null => {
  if (counters.length !== work.puzzles) return null
  const answers: Array<PuzzleAnswer> = []
  for (const [index, counter] of counters.entries()) {
    if (typeof counter !== "number" || !Number.isInteger(counter) || counter < 0 || counter > counterMax) return null
    answers.push({ index, counter })
  }
  return answers
}

/** Returns the answers to check, in puzzle order. They are chosen randomly after the client has answered. */
export const sampleAnswers = (
  work: PuzzleWork,
  answers: ReadonlyArray<PuzzleAnswer>,
  randomBytes: (count: number) => Uint8Array
): ReadonlyArray<PuzzleAnswer> => {
  const wanted = checkedAnswerCount(work)
  if (wanted >= answers.length) return answers
  const left = [...answers]
  const chosen: Array<PuzzleAnswer> = []
  while (chosen.length < wanted) chosen.push(...left.splice(randomBelow(left.length, randomBytes), 1))
  return chosen.toSorted((one, other) => one.index - other.index)
}

const randomValues = 2 ** 32

/** Returns a random integer below a limit. For limits up to 64, the relative bias is at most one in 67 million. */
const randomBelow = (limit: number, randomBytes: (count: number) => Uint8Array): number => {
  const value = randomBytes(4).reduce((sum, byte) => sum * 256 + byte, 0)
  return Math.floor(value / randomValues * limit)
}
