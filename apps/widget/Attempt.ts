import type { PuzzleProfile } from "../../core/shield/Puzzle.ts"
import { renewPart, signalsMillisMax, solveMillisMax } from "./Limits.ts"
import type { Signals, Solver } from "./LoadEngine.ts"
import { Failure, failureReasonOf, limited, pause, post } from "./Wire.ts"

export interface AttemptOptions {
  readonly sitekey: string
  /** `https://HOST/shield`, without a trailing slash. */
  readonly base: string
  /** URL of the folder with `solver.js`, without a trailing slash. */
  readonly files: string
  readonly solver: Solver
  readonly signals: () => Signals
  /** Returns the number of user actions on the page so far. */
  readonly acts: () => number
  /** Returns the form to measure; null for the whole page. */
  readonly form: () => HTMLFormElement | null
  /** CSP nonce of the script, for pages whose policy requires one. */
  readonly nonce: string
  /** Reports the solved fraction of the puzzles, 0 to 1. */
  readonly onProgress: (part: number) => void
}

/** A token and the data to renew it. Times are in milliseconds as from `Date.now`. */
export interface HeldToken {
  readonly token: string
  readonly until: number
  readonly renewAt: number
  /** When the signals of the token were measured. */
  readonly measured: number
  /** Number of user actions at that time. */
  readonly acts: number
  /** Ticket for a renewal. Null for degraded tokens, which cannot be renewed. */
  readonly ticket: string | null
  readonly ticketUntil: number
}

/** Renews a token with current signals. */
export const refresh = async (options: AttemptOptions, { ticket, ticketUntil }: HeldToken, stop: AbortSignal) => {
  const start = measurementStart(options)
  const signals = await measured(options)
  if (signals === null) throw new Failure("stopped")
  return heldTokenOf(await post(`${options.base}/refresh`, { ticket, signals }, stop), start, ticket, ticketUntil)
}

/** Solves a new challenge. Retries once if the challenge expired, and uses the `sha256` puzzles if others cannot be solved. */
export const solveAnew = async (options: AttemptOptions, stop: AbortSignal): Promise<HeldToken> => {
  const profile = await options.solver.profileHere(options.files)
  try {
    return await solve(options, profile, stop)
  } catch (cause) {
    const reason = failureReasonOf(cause)
    if (stop.aborted || (reason !== "stale" && reason !== "puzzle")) throw cause
    return await solve(options, reason === "puzzle" ? "sha256" : profile, stop)
  }
}

const solve = async (options: AttemptOptions, profile: PuzzleProfile, stop: AbortSignal): Promise<HeldToken> => {
  const challenge = await post(`${options.base}/challenge`, { sitekey: options.sitekey, profile }, stop)
  // Must not be called earlier: the server compares this time with its own, which starts when it creates the challenge.
  options.signals().challenged()
  const counters = await answers(options, challenge, stop)
  const start = measurementStart(options)
  const signals = await measured(options)
  const reply = await post(`${options.base}/redeem`, { challenge: challenge["challenge"], counters, signals }, stop)
  const ticket = typeof reply["ticket"] === "string" ? reply["ticket"] : null
  return heldTokenOf(reply, start, ticket, start.measured + Number(reply["ticket_expires_in"]) * 1_000)
}

const answers = async (options: AttemptOptions, challenge: Record<string, unknown>, stop: AbortSignal) => {
  const { bits, profile, puzzles, seed } = challenge as unknown as Parameters<Solver["solve"]>[0] & { seed: string }
  const { end, signal } = limited(stop, solveMillisMax)
  try {
    const { files, nonce, onProgress, solver } = options
    const own = nonce === "" ? {} : { nonce }
    return await solver.solve({ profile, puzzles, bits }, seed, { base: files, onProgress, signal, ...own })
  } finally {
    end()
  }
}

/** Returns the signals, or null if they are not ready in time, so that they do not delay a form. */
const measured = ({ form, signals }: AttemptOptions) =>
  Promise.race([signals().snapshot(form()), pause(signalsMillisMax).then(() => null)]).catch(() => null)

type MeasurementStart = Pick<HeldToken, "measured" | "acts">

const measurementStart = ({ acts }: AttemptOptions): MeasurementStart => ({ measured: Date.now(), acts: acts() })

const heldTokenOf = (
  reply: Record<string, unknown>,
  start: MeasurementStart,
  ticket: string | null,
  ticketUntil: number
): HeldToken => {
  const { token } = reply
  const life = Number(reply["expires_in"]) * 1_000
  if (typeof token !== "string" || token === "" || !(life > 0)) throw new Failure("server")
  const { measured } = start
  return { ...start, token, until: measured + life, renewAt: measured + life * renewPart, ticket, ticketUntil }
}
