import { readFileSync } from "node:fs"
import { join } from "node:path"
import { decisiveWordsMin, pointsOfProbability } from "../../core/leads/judge/JudgeText.ts"
import { decisiveProbabilityMin } from "../../core/leads/signals/LeadCatalog.ts"
import type { MessageJudgment } from "../../core/messages/normalize/MessageJudgment.ts"
import { leadVerdicts } from "../../core/scoring/Bands.ts"
import { repositoryRoot } from "./Corpus.ts"
import type { LabeledMessage } from "./LabeledMessage.ts"
import { UnreadableMessage } from "./ReadMessages.ts"
import { textHash } from "./Split.ts"

/** Polite text without content, which dilutes spam. */
export interface Filler {
  readonly half: "tune" | "test"
  readonly language: string
  readonly text: string
}

/** Reads half of `scripts/spam/texts/fillers`: `tune` to choose limits, `test` to report results. */
export const readFillers = (half: Filler["half"]): ReadonlyArray<Filler> => {
  const file = join(repositoryRoot, "scripts/spam/texts/fillers/polite.tsv")
  const rows = readFileSync(file, "utf8").split(/\r?\n/)
  return rows.flatMap((row, at) => {
    if (row === "" || row.startsWith("#")) return []
    const [label, language, text, ...more] = row.split("\t")
    if ((label !== "tune" && label !== "test") || !language || !text || more.length > 0) {
      throw new UnreadableMessage(file, at + 1, "tune or test, a language and a text are needed")
    }
    return label === half ? [{ half, language, text }] : []
  })
}

/** Methods that dilute spam with fillers. */
export const dilutionMethods = {
  "appended": (text: string, [filler]: Fillers) => `${text} ${filler}`,
  "prepended": (text: string, [filler]: Fillers) => `${filler} ${text}`,
  "interleaved": (text: string, [one, two]: Fillers) => interleaved(text, `${one} ${two}`),
  "three times": (text: string, [one, two, three]: Fillers) => `${one} ${text} ${two} ${three}`
} as const

type Fillers = readonly [string, string, string]

export type Dilution = keyof typeof dilutionMethods

/** Alternates sentences of both texts. */
const interleaved = (text: string, filler: string): string => {
  const [own, other] = [sentencesOf(text), sentencesOf(filler)]
  return Array.from({ length: Math.max(own.length, other.length) }, (_, at) => [own[at], other[at]])
    .flat().filter((sentence) => sentence !== undefined).join(" ")
}

const sentencesOf = (text: string): ReadonlyArray<string> =>
  text.split(/(?<=[.!?。！？\n])/u).map((sentence) => sentence.trim()).filter((sentence) => sentence !== "")

/** Recall of spam after fillers were added. */
export interface DilutedRecall {
  readonly dilution: Dilution
  /** Language of the filler relative to the language of the message. */
  readonly filler: "same" | "English" | "another"
  /** Number of messages that the product detects as spam without fillers, from their text only. */
  readonly messages: number
  /** Fraction of `messages` that is still detected as spam with fillers. */
  readonly spam: number
  /** Fraction of `messages` that is clean with fillers. */
  readonly clean: number
}

/** Judges detected spam again after fillers were added. The same text always gets the same fillers. */
export const measureDilutedRecall = (
  messages: ReadonlyArray<LabeledMessage>,
  fillers: ReadonlyArray<Filler>,
  judge: (text: string) => MessageJudgment
): ReadonlyArray<DilutedRecall> => {
  const caught = messages.filter(({ spam, text }) => spam && isSpam(judge(text)))
  return (["same", "English", "another"] as const).flatMap((filler) =>
    (Object.keys(dilutionMethods) as Array<Dilution>).map((dilution) => {
      const judged = caught.map((message) =>
        judge(dilutionMethods[dilution](message.text, fillersFor(message, fillers, filler)))
      )
      const count = Math.max(1, judged.length)
      return {
        dilution,
        filler,
        messages: judged.length,
        spam: judged.filter(isSpam).length / count,
        clean: judged.filter(isClean).length / count
      }
    })
  )
}

const isSpam = ({ probability, words }: MessageJudgment): boolean =>
  probability >= decisiveProbabilityMin && words >= decisiveWordsMin

/** Reports whether a lead is clean if this message is the only evidence. */
export const isClean = ({ probability, words }: MessageJudgment): boolean =>
  leadVerdicts.nameOf(pointsOfProbability(probability, words)) === "clean"

/** Returns three fillers in the wanted language, or in English if there are none. */
const fillersFor = (
  { language, text }: LabeledMessage,
  fillers: ReadonlyArray<Filler>,
  which: DilutedRecall["filler"]
): Fillers => {
  const isWanted = (one: Filler): boolean =>
    which === "same" ? one.language === language : which === "English" ? one.language === "en" : !isNear(one, language)
  const wanted = fillers.filter(isWanted)
  const all = wanted.length > 0 ? wanted : fillers.filter((one) => one.language === "en")
  const at = textHash(text)
  const [one, two, three] = [0, 1, 2].map((more) => all[(at + more) % all.length]?.text ?? "")
  return [one!, two!, three!]
}

const isNear = (filler: Filler, language: string): boolean => filler.language === language || filler.language === "en"
