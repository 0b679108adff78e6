import type { SpamModel } from "../../core/messages/model/SpamModel.ts"
import { splitSentence } from "./Corpus.ts"
import type { LabelledMessage } from "./LabelledMessage.ts"
import type { Split } from "./Split.ts"

/** Source and license of each data set. */
const sources: Readonly<Record<string, readonly [what: string, licence: string]>> = {
  authored: ["contact-form messages written for this project, `scripts/spam/texts/messages`", "the project's own"],
  cf_tmpl: ["contact-form messages made from templates written for this project", "the project's own"],
  heldout: [
    "contact-form messages written for this project by other authors, `scripts/spam/texts/heldout`",
    "the project's own"
  ],
  sms: ["SMS Spam Collection: T. A. Almeida, J. M. Gómez Hidalgo, UCI", "CC BY 4.0"],
  youtube: ["YouTube Spam Collection: T. C. Alberto, J. V. Lochter, T. A. Almeida, UCI", "CC BY 4.0"],
  spamassassin: ["SpamAssassin public corpus, the Apache SpamAssassin project", "public corpus, attribution"],
  banking77: ["Banking77: I. Casanueva et al., PolyAI", "CC BY 4.0"],
  clinc150: ["CLINC150: S. Larson et al.", "CC BY 3.0"]
}

const unknown = ["messages of whoever trained this", "as its owner says"] as const

const count = (messages: ReadonlyArray<LabelledMessage>, source: string, spam: boolean): number =>
  messages.filter((one) => one.source === source && one.spam === spam).length

const sourceRows = ({ lessons, tests }: Split): ReadonlyArray<string> =>
  [...new Set([...lessons, ...tests].map(({ source }) => source))].toSorted().map((source) => {
    const [what, licence] = sources[source] ?? unknown
    const counts = [lessons, tests].flatMap((part) => [count(part, source, true), count(part, source, false)])
    return `| ${source} | ${what} | ${licence} | ${counts.join(" | ")} |`
  })

const languageRows = (model: SpamModel, { lessons, tests }: Split): ReadonlyArray<string> =>
  [...model.languages].map(([code, { offset, supported }]) => {
    const own = (part: ReadonlyArray<LabelledMessage>, spam: boolean) =>
      part.filter((one) => one.language === code && one.topic !== null && one.spam === spam).length
    const counts = [own(lessons, true), own(lessons, false), own(tests, true), own(tests, false)]
    return `| ${code} | ${counts.join(" | ")} | ${offset.toFixed(2)} | ${supported ? "yes" : "no"} |`
  }).toSorted()

export const dataSheet = (model: SpamModel, split: Split, bytes: Uint8Array, digest: string, figures: string): string =>
  `# messages.model

How likely a message is spam, by its text alone. Written by \`npm run spam:train -- --data FOLDER\`; the same data gives the
same file, bit for bit. Name: \`${model.name}\`. ${bytes.length} bytes, SHA-256 \`${digest}\`.

Two logistic regressions over hashed features, of words and pairs of words, and of these and runs of letters; the mean of
their logits, moved by language, is turned into a probability by isotonic regression. The file's format stands in
\`core/messages/model/SpamModel.ts\`, how it is trained in \`scripts/spam/README.md\`.

## What it was trained on

| set | what it is | licence | spam learnt | ordinary learnt | spam tested | ordinary tested |
|---|---|---|--:|--:|--:|--:|
${sourceRows(split).join("\n")}

Texts of others are not part of this project: the model holds weights of hashed features, and no text can be read out of it.

${splitSentence(split)}
Texts are near duplicates where seven tenths of their runs of five letters are in both, or where each is one of a third text.
The split goes by video and by collection where a set has such, by clusters of near duplicates else. Texts of
\`scripts/spam/texts/heldout\` are never learnt from; those of \`scripts/spam/texts/messages\` and templates always are. The calibration sees
scores of lessons by heads that had not learnt them: one part of four is left out in turn.

## Languages of the project's own texts

| language | spam learnt | ordinary learnt | spam tested | ordinary tested | moved by | counts as learnt |
|---|--:|--:|--:|--:|--:|---|
${languageRows(model, split).join("\n")}

A language is moved towards less suspicion until nine tenths of its ordinary messages score below the point that those of
most languages do; none is moved the other way. In a language that was not learnt evidence for spam counts less.

## Figures

${figures}

## Limits

- Contact-form spam is in no public corpus. What is learnt of it was written for this project, as were the held-out texts,
  by other authors: figures on live traffic will differ.
- Mail and comments of the public sets are 15 to 25 years old, and English.
- Short messages say little: a judgment of few words is not to be relied on alone.
- Newsletters that somebody asked for read like those that nobody asked for.
`
