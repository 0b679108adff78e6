import type { Session, SessionJudgment } from "../SessionJudgment.ts"
import { browserFindings } from "./BrowserFindings.ts"
import { interactionFindings } from "./InteractionFindings.ts"
import { requestFindings } from "./RequestFindings.ts"
import { scoreCatalog, type ScoreCode } from "./ScoreCatalog.ts"
import { scoreOf, type SessionFinding } from "./SessionScore.ts"
import { parseSignals, type Signals } from "./Signals.ts"

/** Time after page load below which a filled form is too fast. The strength rises to 1 at `tooFastMillisMax`. */
const fastMillisMax = 3_000
const tooFastMillisMax = 1_500
const unhurriedMillisMin = 5_000
/**
 * Maximum duration of the challenge request. The measurements can cover this time in addition to the time since the
 * challenge.
 */
const challengeRequestMillisMax = 10_000
/** Challenges per minute that an address can request without effect. Offices and mobile networks share an address. */
const addressFree = 8
const addressFull = 200
const networkFree = 40
const networkFull = 1_000

/** Scores how likely it is that a person filled in the form. Never fails, even if `signals` is malformed. */
export const judgeSession = (session: Session): SessionJudgment => {
  const signals = parseSignals(session.signals)
  const findings: ReadonlyArray<SessionFinding> = [
    ...requestFindings(session.request, signals).map(fully),
    ...signals === null
      ? [fully("SIGNALS_MISSING")]
      : [...browserFindings(signals), ...interactionFindings(signals)].map(fully),
    ...timingFindings(session, signals),
    ...networkFindings(session)
  ].filter(({ strength }) => strength > 0)
  return { score: scoreOf(findings, session.profile), reasons: reasonsOf(findings) }
}

const fully = (code: ScoreCode): SessionFinding => ({ code, strength: 1 })

const when = (code: ScoreCode, holds: boolean): SessionFinding => ({ code, strength: holds ? 1 : 0 })

const timingFindings = (session: Session, signals: Signals | null): ReadonlyArray<SessionFinding> => {
  const {
    autofilled = Infinity,
    assisted = Infinity,
    challengedMillis = 0,
    filled = 0,
    pageMillis,
    visibleMillis = 0
  } = signals ??
    {}
  const isByHand = filled > autofilled + assisted
  const fast = pageMillis === undefined ? 0 : (fastMillisMax - pageMillis) / (fastMillisMax - tooFastMillisMax)
  return [
    { code: "TOO_FAST", strength: isByHand ? fast : 0 },
    when("MORE_TIME_THAN_PASSED", challengedMillis > session.sinceChallengeMillis + challengeRequestMillisMax),
    when("UNHURRIED", visibleMillis >= unhurriedMillisMin),
    when("RECORDING", session.shapeSeen > 0),
    when("SOLVED_TOO_FAST", session.solveMillis < session.solveMillisMin)
  ]
}

const networkFindings = ({ networkChanged, pressure }: Session): ReadonlyArray<SessionFinding> => [
  { code: "ADDRESS_PRESSURE", strength: logarithmic(pressure.address, addressFree, addressFull) },
  { code: "NETWORK_PRESSURE", strength: logarithmic(pressure.network, networkFree, networkFull) },
  when("NETWORK_CHANGED", networkChanged === true)
]

/** Returns 0 for values up to `from`, 1 for values from `to`, and a logarithmic ramp between them. */
const logarithmic = (value: number, from: number, to: number): number =>
  value > from ? Math.min(1, Math.log(value / from) / Math.log(to / from)) : 0

/** Returns the unique codes of the findings by weight, highest first, then by name. */
const reasonsOf = (findings: ReadonlyArray<SessionFinding>): ReadonlyArray<ScoreCode> => {
  const weights = new Map<ScoreCode, number>()
  for (const { code, strength } of findings) {
    weights.set(code, Math.abs(scoreCatalog[code].logit) * Math.min(1, strength))
  }
  return [...weights].toSorted(([a, left], [b, right]) => right - left || (a < b ? -1 : 1)).map(([code]) => code)
}
