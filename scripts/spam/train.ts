import { Result } from "effect"
import { createHash } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { languageDetector } from "../../adapters/language/LanguageEld.ts"
import { progress } from "../../apps/cli/terminal/Progress.ts"
import { encodeSpamModel } from "../../core/messages/model/SpamModel.ts"
import { runCommand } from "./Command.ts"
import { readSplit, repositoryRoot, splitSentence } from "./Corpus.ts"
import { formatDataSheet } from "./DataSheet.ts"
import { selectGoldenExamples } from "./Golden.ts"
import { judgeTests } from "./JudgeTests.ts"
import { UnreadableMessage } from "./ReadMessages.ts"
import { formatEvaluationPage } from "./Tables.ts"
import { type TrainingSteps, trainModel } from "./TrainModel.ts"

/** Shows consecutive progress bars on standard error. */
const watched = (): TrainingSteps & { readonly end: () => void } => {
  let bar = progress(null)
  let what = ""
  let steps = 0
  let done = 0
  return {
    begin: (begun, size) => {
      bar.end()
      ;[what, steps, done] = [begun, size, 0]
      bar = progress(size)
    },
    step: () => {
      done++
      if (done % Math.ceil(steps / 200) === 0) bar.show(done, what)
    },
    end: () => bar.end()
  }
}

const released = join(repositoryRoot, "adapters/spam/data")

/** File with messages and their exact scores, which tests read. */
const golden = join(repositoryRoot, "test/scripts/spam/golden.json")

const help = `npm run spam:train -- --data FOLDER [--out FOLDER]

Learns the classifier of messages, and writes the model of the release, its data sheet, and scores for its tests.

  --data FOLDER   labeled messages: *.jsonl or *.jsonl.gz, as scripts/spam/README.md describes; scripts/spam/texts is added
  --out FOLDER    writes model and data sheet there, and leaves the release as it is`

const main = (): void => {
  const { values } = parseArgs({ options: { data: { type: "string" }, out: { type: "string", default: released } } })
  if (values.data === undefined) throw new UnreadableMessage("--data", 0, "a folder of *.jsonl or *.jsonl.gz is needed")
  const split = readSplit(values.data)
  console.log(splitSentence(split))
  const steps = watched()
  const languages = new Set(split.lessons.flatMap(({ language, topic }) => topic === null ? [] : [language]))
  const name = `${split.lessons.length} messages, contact forms in ${languages.size} languages`
  const model = trainModel(name, split.lessons, languageDetector.detect, steps)
  steps.end()
  const bytes = Result.getOrThrow(encodeSpamModel(model))
  const { evaluation, evasions } = judgeTests(model, split)
  const figures = formatEvaluationPage(evaluation, evasions, null)
  mkdirSync(values.out, { recursive: true })
  writeFileSync(join(values.out, "messages.model"), bytes)
  const digest = createHash("sha256").update(bytes).digest("hex")
  writeFileSync(join(values.out, "README.md"), formatDataSheet(model, split, bytes, digest, figures))
  if (values.out === released) {
    writeFileSync(
      golden,
      `${JSON.stringify(selectGoldenExamples(model, [...split.lessons, ...split.tests]), null, 2)}\n`
    )
  }
  console.log(figures)
  console.log(`\n${join(values.out, "messages.model")}: ${bytes.length} bytes, SHA-256 ${digest}`)
}

await runCommand(help, main)
