import type { SpamModel } from "../../core/messages/model/SpamModel.ts"
import { splitSentence } from "./Corpus.ts"
import type { LabeledMessage } from "./LabeledMessage.ts"
import type { Split } from "./Split.ts"

/** Source and license of each data set. */
const sources: Readonly<Record<string, readonly [what: string, license: string]>> = {
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

const unknown = ["messages that the trainer of this model added", "see their owner"] as const

const count = (messages: ReadonlyArray<LabeledMessage>, source: string, spam: boolean): number =>
  messages.filter((one) => one.source === source && one.spam === spam).length

const sourceRows = ({ lessons, tests }: Split): ReadonlyArray<string> =>
  [...new Set([...lessons, ...tests].map(({ source }) => source))].toSorted().map((source) => {
    const [what, license] = sources[source] ?? unknown
    const counts = [lessons, tests].flatMap((part) => [count(part, source, true), count(part, source, false)])
    return `| ${source} | ${what} | ${license} | ${counts.join(" | ")} |`
  })

const languageRows = (model: SpamModel, { lessons, tests }: Split): ReadonlyArray<string> =>
  [...model.languages].map(([code, { offset, supported }]) => {
    const own = (part: ReadonlyArray<LabeledMessage>, spam: boolean) =>
      part.filter((one) => one.language === code && one.topic !== null && one.spam === spam).length
    const counts = [own(lessons, true), own(lessons, false), own(tests, true), own(tests, false)]
    return `| ${code} | ${counts.join(" | ")} | ${offset.toFixed(2)} | ${supported ? "yes" : "no"} |`
  }).toSorted()

export const formatDataSheet = (
  model: SpamModel,
  split: Split,
  bytes: Uint8Array,
  digest: string,
  figures: string
): string =>
  `# messages.model

This model estimates how likely a message is spam, by its text alone. \`npm run spam:train -- --data FOLDER\` writes it. The same data
gives the same file, bit for bit. Name: \`${model.name}\`. ${bytes.length} bytes, SHA-256 \`${digest}\`.

The model consists of two logistic regressions over hashed features. One uses words and pairs of words, the other also uses runs of
letters. The mean of their logits is shifted by language, and isotonic regression turns it into a probability.
\`core/messages/model/SpamModel.ts\` describes the format of the file, and \`scripts/spam/README.md\` the training.

## Training data

| Set | Contents | License | Spam, training | Ordinary, training | Spam, test | Ordinary, test |
|---|---|---|--:|--:|--:|--:|
${sourceRows(split).join("\n")}

Third-party texts are not part of this project. The model contains weights of hashed features. No text can be recovered from it.

${splitSentence(split)}
Two texts are near duplicates if they share 70% of their runs of five letters, or if both are near duplicates of a third text. If a set
has videos or collections, the split keeps each of them together, otherwise each cluster of near duplicates. Texts in
\`scripts/spam/texts/heldout\` are never used for training. Texts in \`scripts/spam/texts/messages\` and texts from templates always are.
The calibration uses cross-validation with four parts: each training message is scored by regressions that were not trained on it.

## Languages of the project's own texts

| Language | Spam, training | Ordinary, training | Spam, test | Ordinary, test | Shift | Supported |
|---|--:|--:|--:|--:|--:|---|
${languageRows(model, split).join("\n")}

The score of a language is shifted down until 90% of its ordinary messages score below the same point as in most languages. No score is
shifted up. In an unsupported language, evidence for spam counts less.

## Figures

${figures}

## Limits

- No public corpus contains contact-form spam. The training texts were written for this project, and so were the held-out texts, by other
  authors. Figures on live traffic will differ.
- The mail and comments of the public sets are in English, and 15 to 25 years old.
- Short messages contain little evidence. Do not rely on the score of a few words alone.
- Newsletters read the same whether or not the recipient subscribed to them.
`
