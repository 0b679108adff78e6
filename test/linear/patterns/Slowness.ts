import { measureCpuMillisPerRun } from "../../support/CpuTime.ts"
import { type Attack, buildAttacks } from "./Attacks.ts"

/** A text on which an expression is slow. */
export interface SlowText {
  readonly attack: Attack
  readonly chars: number
  readonly cpuMillis: number
}

/**
 * First repetition counts of a pump. The steps are small, so that exponential growth is detected before it takes hours.
 */
const firstCounts = [...Array.from({ length: 24 }, (_, at) => at + 1), 28, 32, 48, 64, 96, 128, 192, 256]
/**
 * Characters of the longest text. Quadratic time is then a hundred times the time of reading the text once, and several
 * times `screenMillisMax` on a fast processor: 0.75 ms for half of the characters was measured at 2.6 GHz.
 */
const charsMax = 8_192
/** Wall time in milliseconds above which the CPU time of a text is measured. */
const screenMillisMax = 1
/** Maximum slow texts of one expression whose growth is measured. */
const measuredMax = 8
/** Maximum growth of the CPU time for a text four times as long. Linear time grows by 4, quadratic time by 16. */
const growthMax = 9
/** Maximum CPU microseconds per character, even if the growth is linear: the time of a few thousand matching steps. */
const microsPerCharMax = 2

const textOf = ({ head, more = [], pump, tail }: Attack, count: number): string =>
  [head + pump.repeat(count), ...more.map((next) => next.head + next.pump.repeat(count)), tail].join("")

/**
 * Returns the first text for which an expression takes more than linear time; null if there is none.
 *
 * Measures the search for all matches, which includes the search for the first match and the work of `split`. A sticky
 * expression is tried only at the beginning.
 */
export const findSlowText = (source: string, flags: string, textCharsMax = Infinity): SlowText | null =>
  findSlowAttack(source, flags, buildAttacks(source, flags), textCharsMax)

/** Returns the first attack for which an expression takes more than linear time; null if there is none. */
export const findSlowAttack = (
  source: string,
  flags: string,
  attacks: ReadonlyArray<Attack>,
  textCharsMax = Infinity
): SlowText | null => {
  const expression = new RegExp(source, /[gy]/.test(flags) ? flags : `${flags}g`)
  const run = (text: string) => {
    expression.lastIndex = 0
    if (expression.sticky) expression.test(text)
    else text.replace(expression, "")
  }
  let measured = 0
  for (const attack of attacks) {
    for (const count of [...firstCounts, Math.ceil(charsMax / Math.max(1, attack.pump.length))]) {
      const text = textOf(attack, count)
      if (text.length > textCharsMax || isFast(() => run(text))) continue
      if (measured === measuredMax) return null
      const cpuMillis = measureCpuMillisPerRun(() => run(text))
      // On a busy machine, the wall time of a fast text can be long. Such a text must not use up the measurements.
      if (cpuMillis <= screenMillisMax) continue
      measured++
      if (cpuMillis * 1_000 > microsPerCharMax * text.length) return { attack, chars: text.length, cpuMillis }
      const longer = textOf(attack, 4 * count)
      if (longer.length > textCharsMax) continue
      const longerMillis = measureCpuMillisPerRun(() => run(longer))
      if (longerMillis > growthMax * cpuMillis) return { attack, chars: longer.length, cpuMillis: longerMillis }
    }
  }
  return null
}

/**
 * Reports whether work is fast.
 *
 * Checks the wall time, which costs less than checking the CPU time. Checks slow work twice, because another process
 * may have run in between.
 */
const isFast = (work: () => void): boolean =>
  [1, 2].some(() => {
    const start = performance.now()
    work()
    return performance.now() - start <= screenMillisMax
  })
