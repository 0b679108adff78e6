import type { PuzzleProfile } from "../../core/shield/Puzzle.ts"
import { renewFraction, signalsMillisMax, solveMillisMax } from "./Limits.ts"
import type { Signals, Solver } from "./LoadEngine.ts"
import { Failure, failureReasonOf, post, sleep, withTimeout } from "./Wire.ts"

export interface AttemptOptions {
  readonly sitekey: string
  /** URL of the Shield API: `https://HOST/shield`, without a trailing slash. */
  readonly base: string
  /** URL of the folder with `solver.js`, without a trailing slash. */
  readonly files: string
  readonly solver: Solver
  readonly signals: () => Signals
  /** Returns the number of user actions on the page so far. */
  readonly actions: () => number
  /** Returns the form to measure; null for the whole page. */
  readonly form: () => HTMLFormElement | null
  /** CSP nonce of the script, for pages whose policy requires one. */
  readonly nonce: string
  /** Called with the solved fraction of the puzzles, from 0 to 1. */
  readonly onProgress: (part: number) => void
}

/** Token with the data to renew it. Times are in milliseconds since 1970. */
export interface IssuedToken {
  readonly token: string
  readonly expiresAt: number
  readonly renewAt: number
  /** Time at which the signals of the token were measured. */
  readonly measuredAt: number
  /** Number of user actions before the measurement. */
  readonly actions: number
  /** Ticket for a renewal. Null for degraded tokens, which cannot be renewed. */
  readonly ticket: string | null
  readonly ticketExpiresAt: number
}

/** Renews a token with current signals. */
export const refresh = async (options: AttemptOptions, { ticket, ticketExpiresAt }: IssuedToken, stop: AbortSignal) => {
  const measurement = startMeasurement(options)
  const signals = await collectSignals(options)
  if (signals === null) throw new Failure("stopped")
  return parseToken(
    await post(`${options.base}/refresh`, { ticket, signals }, stop),
    measurement,
    ticket,
    ticketExpiresAt
  )
}

/**
 * Solves a new challenge. Retries once if the challenge has expired, or with `sha256` puzzles if the puzzles cannot be
 * solved.
 */
export const solveChallenge = async (options: AttemptOptions, stop: AbortSignal): Promise<IssuedToken> => {
  const profile = await options.solver.supportedProfile(options.files)
  try {
    return await solve(options, profile, stop)
  } catch (cause) {
    const reason = failureReasonOf(cause)
    if (stop.aborted || (reason !== "stale" && reason !== "puzzle")) throw cause
    return await solve(options, reason === "puzzle" ? "sha256" : profile, stop)
  }
}

const solve = async (options: AttemptOptions, profile: PuzzleProfile, stop: AbortSignal): Promise<IssuedToken> => {
  const challenge = await post(`${options.base}/challenge`, { sitekey: options.sitekey, profile }, stop)
  // Starts the time measurement only now. The server compares the measured time with its own, which starts when it
  // creates the challenge.
  options.signals().challenged()
  const counters = await solvePuzzles(options, challenge, stop)
  const measurement = startMeasurement(options)
  const signals = await collectSignals(options)
  const reply = await post(`${options.base}/redeem`, { challenge: challenge["challenge"], counters, signals }, stop)
  const ticket = typeof reply["ticket"] === "string" ? reply["ticket"] : null
  return parseToken(reply, measurement, ticket, measurement.measuredAt + Number(reply["ticket_expires_in"]) * 1_000)
}

const solvePuzzles = async (options: AttemptOptions, challenge: Record<string, unknown>, stop: AbortSignal) => {
  const { bits, profile, puzzles, seed } = challenge as unknown as Parameters<Solver["solve"]>[0] & { seed: string }
  const { end, signal } = withTimeout(stop, solveMillisMax)
  try {
    const { files, nonce, onProgress, solver } = options
    const optionalNonce = nonce === "" ? {} : { nonce }
    return await solver.solve({ profile, puzzles, bits }, seed, { base: files, onProgress, signal, ...optionalNonce })
  } finally {
    end()
  }
}

/** Returns the signals, or null if they are not ready in time, so that they do not delay a form. */
const collectSignals = ({ form, signals }: AttemptOptions) =>
  Promise.race([signals().snapshot(form()), sleep(signalsMillisMax).then(() => null)]).catch(() => null)

type Measurement = Pick<IssuedToken, "measuredAt" | "actions">

const startMeasurement = ({ actions }: AttemptOptions): Measurement => ({ measuredAt: Date.now(), actions: actions() })

const parseToken = (
  reply: Record<string, unknown>,
  measurement: Measurement,
  ticket: string | null,
  ticketExpiresAt: number
): IssuedToken => {
  const { token } = reply
  const lifetimeMillis = Number(reply["expires_in"]) * 1_000
  if (typeof token !== "string" || token === "" || !(lifetimeMillis > 0)) throw new Failure("server")
  const { measuredAt } = measurement
  return {
    ...measurement,
    token,
    expiresAt: measuredAt + lifetimeMillis,
    renewAt: measuredAt + lifetimeMillis * renewFraction,
    ticket,
    ticketExpiresAt
  }
}
