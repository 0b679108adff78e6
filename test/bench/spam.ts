/**
 * Measures the CPU time of judging messages with the released model.
 *
 * The messages are ordinary texts of 500 characters, and texts of 20,000 characters that are the most expensive to
 * read.
 *
 *   node test/bench/spam.ts [rounds]
 */
import { readdirSync, readFileSync } from "node:fs"
import process from "node:process"
import { spamClassifier } from "../../adapters/spam/SpamClassifierEmbedded.ts"
import { progress } from "../../apps/cli/terminal/Progress.ts"

const rounds = Number(process.argv[2] ?? 7)
const messageChars = 500
const hostileChars = 20_000
const budget = { messageMicros: 120, hostileMicros: 50_000, loadMillis: 150 } as const

const folder = new URL("../../scripts/spam/texts/messages/", import.meta.url)

/** Joins the texts of a file of training messages, and cuts them into messages of 500 characters. */
const textsOf = (file: string): ReadonlyArray<string> => {
  const rows = readFileSync(new URL(file, folder), "utf8").split("\n").filter((row) =>
    row !== "" && !row.startsWith("#")
  )
  const all = rows.map((row) => row.split("\t").slice(3).join(" ").replaceAll("\\n", "\n")).join(" ")
  return Array.from(
    { length: Math.floor(all.length / messageChars) },
    (_, at) => all.slice(at * messageChars, (at + 1) * messageChars)
  )
}

const hostile: Readonly<Record<string, string>> = {
  "one word": "a",
  "letters and dots": "a.",
  "labels": `${"a".repeat(62)}.`,
  "at signs": "a@",
  "addresses": "a.b@c.de ",
  "half addresses": "!a.a",
  "slashes": "http://",
  "invisible": "a\u200b",
  "marks": "a\u0301\u0302\u0303",
  "styled": "\u{1d41a} ",
  "one character of many": "\ufdfa",
  "presentation forms": "\ufefb ",
  "half width": "ﾊﾟ",
  "jamo": "\u1100\u1161\u11a8",
  "two scripts": "aа ",
  "Cherokee": "aᎠ",
  "leet": "m0n3y ",
  "letters apart": "a b ",
  "numbers": "1 ",
  "telephones": "+1 ",
  "emoji": "🔥",
  "Han": "字",
  "Deseret": "𐐀",
  "halves": "\ud800"
}

/** Pseudorandom code units, the same in each run. */
const noise = Array.from({ length: hostileChars }, (_, at) => String.fromCharCode(Math.imul(at + 1, 0x9e3779b1) >>> 16))
  .join("")

const cpuMicrosSince = (from: NodeJS.CpuUsage): number => {
  const { system, user } = process.cpuUsage(from)
  return user + system
}

/** Returns the CPU microseconds per text of the best of several rounds. */
const microsOf = (texts: ReadonlyArray<string>, times: number): number => {
  let best = Infinity
  for (let round = 0; round < rounds; round++) {
    const from = process.cpuUsage()
    for (let time = 0; time < times; time++) for (const text of texts) spamClassifier.judge(text, "en")
    best = Math.min(best, cpuMicrosSince(from) / (times * texts.length))
  }
  return best
}

const row = (name: string, micros: number, limitMicros: number) =>
  console.log(
    `${name.padEnd(24)} ${micros.toFixed(0).padStart(8)} µs  ${
      micros <= limitMicros ? "" : `over the limit of ${limitMicros}`
    }`.trimEnd()
  )

const started = process.cpuUsage()
spamClassifier.judge("the first message loads the model", "en")
row("load", cpuMicrosSince(started), budget.loadMillis * 1000)

const files = readdirSync(folder).filter((file) => file.endsWith(".tsv")).toSorted()
const cases: ReadonlyArray<readonly [string, ReadonlyArray<string>, number, number]> = [
  ...files.map((file) => [file, textsOf(file), 20, budget.messageMicros] as const),
  ...Object.entries({ ...hostile, noise }).map(([name, pattern]) => {
    const text = pattern.repeat(Math.ceil(hostileChars / pattern.length)).slice(0, hostileChars)
    return [name, [text], 3, budget.hostileMicros] as const
  })
]
const bar = progress(cases.length)
const rows = cases.map(([name, texts, times, limitMicros], at) => {
  bar.show(at, name)
  return [name, microsOf(texts, times), limitMicros] as const
})
bar.end()
for (const [name, micros, limitMicros] of rows) row(name, micros, limitMicros)
