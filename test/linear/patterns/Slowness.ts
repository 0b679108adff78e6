import { measureCpuMillisPerRun } from "../../support/CpuTime.ts"
import { type Attack, buildAttacks } from "./Attacks.ts"

/** Why an expression is slow. */
export interface SlowText {
  readonly attack: Attack
  /** Characters of the text. */
  readonly chars: number
  readonly cpuMillis: number
}

/** First repetition counts of a pump: in small steps, so that exponential growth shows before it takes hours. */
const firstCounts = [...Array.from({ length: 24 }, (_, at) => at + 1), 28, 32, 48, 64, 96, 128, 192, 256]
/** Characters of the longest text: quadratic time is then a hundred times that of reading the text once. */
const charsMax = 4_096
/** Milliseconds above which the CPU time of a text is measured. */
const screenMillisMax = 1
/** Maximum texts of one expression whose CPU time is measured. */
const measuredMax = 8
/** Growth of the CPU time for a text four times as long: 4 if linear, 16 if quadratic. */
const growthMax = 9
/** Maximum CPU time per character, whatever the growth: a few thousand steps. */
const microsPerCharMax = 2

const textOf = ({ head, more = [], pump, tail }: Attack, count: number): string =>
  [head + pump.repeat(count), ...more.map((next) => next.head + next.pump.repeat(count)), tail].join("")

/**
 * Returns the first text for which an expression takes more than linear time; null if there is none.
 *
 * It measures the search for all matches, which includes the search for the first one and the work of `split`. A sticky
 * expression is tried at one position.
 */
export const findSlowText = (source: string, flags: string, textCharsMax = Infinity): SlowText | null =>
  findSlowAttack(source, flags, buildAttacks(source, flags), textCharsMax)

/** Returns the first of these attacks for which an expression takes more than linear time; null if there is none. */
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
      if (++measured > measuredMax) return null
      const cpuMillis = measureCpuMillisPerRun(() => run(text))
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
 * Checks the wall time first, which costs less. Another process may have run in between, so a slow text is checked
 * again.
 */
const isFast = (work: () => void): boolean =>
  [1, 2].some(() => {
    const start = performance.now()
    work()
    return performance.now() - start <= screenMillisMax
  })
