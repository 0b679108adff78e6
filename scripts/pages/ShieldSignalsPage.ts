import { scoreCatalog, type ScoreEntry, scoreFamilies } from "../../core/shield/score/ScoreCatalog.ts"
import { logitStart, sha256ScoreMax } from "../../core/shield/score/SessionScore.ts"
import { tableCell } from "./Markdown.ts"

/** Returns `docs/reference/shield-signals.md`: the catalog of session signals, for operators. */
export const shieldSignalsPage = (): string =>
  [
    "# Shield signals",
    "",
    "This page lists every signal of a Shield score with its weight, and describes what Shield cannot detect.",
    "",
    "## How the score is computed",
    "",
    `The score is 100 × σ(s), from 0 (very likely a bot) to 100 (very likely a person). s starts at ${logitStart}, which is a score of 75, ` +
    "and each signal below adds its weight. An unknown signal adds nothing.",
    "",
    "- The weights of a family are summed and limited to the range of the family. Positive weights are limited before negative ones are " +
    "added, so many good signals cannot outweigh a bad one.",
    "- One more bad signal never raises the score. One more good signal never lowers it.",
    "- No signal alone turns a person's session into a bot's, except those marked with †: names that programs give themselves, and replayed " +
    "recordings.",
    `- Puzzles solved with the profile \`sha256\`, on pages whose policy forbids WebAssembly, give at most ${sha256ScoreMax}.`,
    "",
    "A score of 70 or above reads as a person, below 40 as a bot.",
    "",
    "## Families",
    "",
    "| Family | At least | At most | What it is about |",
    "|---|---|---|---|",
    ...Object.entries(scoreFamilies).map(([name, { about, least, most }]) =>
      `| ${name} | ${signed(least)} | ${signed(most)} | ${about} |`
    ),
    "",
    "## Signals",
    "",
    "| Code | Family | Weight | When it applies |",
    "|---|---|---|---|",
    ...Object.entries<ScoreEntry>(scoreCatalog).map(([code, { about, family, isDecisive, logit }]) =>
      `| \`${code}\`${isDecisive ? " †" : ""} | ${family} | ${signed(logit)} | ${tableCell(about)} |`
    ),
    "",
    "## What is measured",
    "",
    "The widget sends counts, medians and spreads: how many keys were pressed and how long they were held, how far from the middle of an " +
    "element each click was, and how many fields were typed, pasted, autofilled or set by a script. It never sends which keys were " +
    "pressed, values, pointer positions, or anything that identifies a device: no canvas, audio, fonts or graphics card.",
    "",
    "The shape of a session is a 64-bit number. It combines where within elements the clicks were, how many keys each field took, and " +
    "which keys corrected or overlapped. It detects replayed recordings and identifies no person. The widget also sends the number of " +
    "bits that can vary. Gatehouse compares only shapes with at least 32 such bits. The counts and times of the session must fit its shape.",
    "",
    "People do not need a mouse. Keyboards, touch, voice, switches and screen readers are judged by what they do, never by what they " +
    "lack. Autofill, pasting and password managers count as human. On-screen keyboards, and browsers that round times, show no " +
    "typing rhythm, and lose no points for it.",
    "",
    "## What Shield cannot detect",
    "",
    "- **Forged measurements.** Measurements come from the visitor's browser. Anyone who reads the widget's source can invent them without a " +
    "browser: a solved puzzle, plausible headers and consistent counts score 75, invented rhythms and movements up to 98. Missing or " +
    "contradictory counts are treated as no measurements. The attacker still pays for each puzzle, and each session must be different.",
    "- **Input through the operating system.** A real browser with a real profile, moved like a hand, scores like a person. So does a " +
    "person who is paid to fill in forms.",
    "- **Minimal interaction.** A person whose password manager fills in the form and who presses Enter scores 75. So does a program in a real " +
    "browser that fills in by script and presses one key. A program that sends the form by script, without a key or a click, stays below 40.",
    "- **Modified recordings.** A replay that shifts each click by a pixel, or leaves out a key, is not recognized. Sessions too short to be " +
    "distinctive are not compared.",
    "- **Data centers.** Gatehouse has no list of their networks, because no free, accurate and maintained list was found.",
    "",
    "Two groups of people lose points unfairly. Assistive software that presses buttons exactly in the middle, for only a few " +
    "milliseconds, looks like a program. Without traces of automation, such a session stays above 40. Open developer tools look like a " +
    "debugger, which costs some points, but does not reject the form.",
    "",
    "The price of puzzles, limits per address and network, single use of tokens, and checks of the text and the address in the form " +
    "([lead reasons](lead-reasons.md)) limit what an attacker gains. Treat the score as advice.",
    "",
    "`node test/bench/shieldScores.ts` lets simulated people and programs fill in a form in Chromium, and prints their scores.",
    "",
    "<!-- Generated from core/shield/score/ScoreCatalog.ts by `npm run docs`. -->",
    ""
  ].join("\n")

const signed = (value: number): string => value > 0 ? `+${value}` : `${value}`.replace("-", "−")
