import { scoreCatalogue, type ScoreEntry, scoreFamilies } from "../../core/shield/score/ScoreCatalogue.ts"
import { logitStart, sha256ScoreMax } from "../../core/shield/score/SessionScore.ts"

/** Returns `docs/reference/shield-signals.md`: the catalog of session signals, for operators. */
export const shieldSignalsPage = (): string =>
  [
    "# How Shield tells people from bots",
    "",
    "A session gets a score from 0 (very likely a bot) to 100 (very likely a person): 100 × σ(s), where s begins with " +
    `${logitStart} (a score of 75: nothing known) and each signal below adds its weight. What is not known counts as nothing. ` +
    "70 and more reads as a person, below 40 as a bot.",
    "",
    "Within a family weights add up, and count no more than the family may; good ones are limited before bad ones are added, so " +
    "that many of them do not buy a bad one off. One more bad signal never raises the score, one more good one " +
    "never lowers it. No signal alone makes a bot of a session that is otherwise a person's, save those marked with †: " +
    "what names itself, and a recording.",
    "",
    `Who solved the puzzles with the profile \`sha256\` (pages whose policy allows no WebAssembly) scores ${sha256ScoreMax} at most.`,
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
    ...Object.entries<ScoreEntry>(scoreCatalogue).map(([code, { about, family, isDecisive, logit }]) =>
      `| \`${code}\`${isDecisive ? " †" : ""} | ${family} | ${signed(logit)} | ${about.replaceAll("|", "\\|")} |`
    ),
    "",
    "## What is measured",
    "",
    "The widget sends counts, medians and spreads: how many keys were pressed and how long they were held, how far from the " +
    "middle of elements it was clicked, how many fields were typed, pasted, autofilled or set by a script. It never sends which " +
    "keys, which values, where the pointer was, or anything that names a machine: no canvas, no audio, no fonts, no name of a " +
    "graphics card. A session's shape is a number of 64 bits made of where within elements it was clicked, how many keys each " +
    "field took, which of them corrected and which overlapped; it tells a recording that is played again, and no person. It always " +
    "comes with the counts, and with the number of bits in which it can differ: from 32 bits on shapes are compared. What was " +
    "counted and the time have to agree with it.",
    "",
    "Nobody needs a mouse. Keyboard, touch, voice, switches and screen readers are judged by what they do, never by what they " +
    "lack; autofill, pasting and password managers are what people do. Keyboards on a screen tell no rhythm, and browsers that " +
    "round the clock tell none either: neither counts against anybody.",
    "",
    "## What it cannot tell",
    "",
    "- Measurements come from the visitor's browser. Whoever reads the widget's source can make up good ones, without a browser: " +
    "a solved puzzle, a user agent and a language in the headers, and counts that agree with each other, with the time and with " +
    "the number of bits of a made-up shape come to 75, and made-up rhythms and movements to 98. What is left out of the counts, or " +
    "contradicts itself, counts as no measurements at all; that they cost a puzzle, fit the headers, and differ from session to " +
    "session is what remains.",
    "- Input of the operating system, in a real browser with a real profile and moved as a hand moves, scores like a person. So does a person " +
    "who is paid to fill in forms.",
    "- A person whose password manager fills in the form and who presses Enter scores 75. A program in a real browser that fills in by " +
    "script and presses one key as input of the browser has the same measurements, and the same score. A program that sends the form " +
    "by script, without a key or a click, stays below 40.",
    "- A recording is told by where it clicks and how many keys it presses. Who shifts each click by a pixel, or leaves out a key, is no recording; " +
    "shapes of sessions that are too short to tell two people apart are not compared.",
    "- Assistive software that presses the very middle of buttons for some milliseconds, and nothing else, looks as a " +
    "program does. Without traces of automation such a session stays above 40.",
    "- Open developer tools look as a debugger does. By themselves they cost a person some points, not the form.",
    "- There is no list of data centres' networks: none that is free, honest and kept up was found.",
    "",
    "Against these stand the price of a puzzle, the limits per address and network, single use of tokens, and what the text and " +
    "the address in the form say (`docs/reference/lead-reasons.md`). Treat the score as advice: see `scoreMin` of a site.",
    "",
    "`node test/bench/shieldScores.ts` lets people and programs, as far as a program can play them, fill in a form in real " +
    "Chromium, and prints how they are judged.",
    "",
    "This page is made of `core/shield/score/ScoreCatalogue.ts` (`npm run docs`).",
    ""
  ].join("\n")

const signed = (value: number): string => value > 0 ? `+${value}` : `${value}`.replace("-", "−")
