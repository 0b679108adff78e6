import { Result } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { languageDetector } from "../../adapters/language/LanguageEld.ts"
import { judgeMessage } from "../../core/messages/JudgeMessage.ts"
import { parseSpamModel } from "../../core/messages/model/SpamModel.ts"
import { runCommand } from "./Command.ts"
import { comparePeers } from "./ComparePeers.ts"
import { readSplit, repositoryRoot, splitSentence } from "./Corpus.ts"
import { verdictProbability } from "./Figures.ts"
import { judgeTests } from "./JudgeTests.ts"
import { trainNaiveBayes } from "./NaiveBayes.ts"
import { UnreadableMessage } from "./ReadMessages.ts"
import { formatEvaluationPage } from "./Tables.ts"

const withoutPeers = "Other filters were not run: --peers asks those that are installed."

const help = `npm run spam:evaluate -- --data FOLDER [--model FILE] [--peers] [--json]

Prints how well a model does on held-out messages, by set and by language, beside a naive Bayes.

  --data FOLDER   labeled messages: *.jsonl or *.jsonl.gz, as scripts/spam/README.md describes
  --model FILE    another model than that of the release
  --peers         asks SpamAssassin and rspamd as well, where they are installed
  --json          JSON in place of tables`

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      model: { type: "string", default: join(repositoryRoot, "adapters/spam/data/messages.model") },
      peers: { type: "boolean", default: false },
      json: { type: "boolean", default: false }
    }
  })
  if (values.data === undefined) throw new UnreadableMessage("--data", 0, "a folder of *.jsonl or *.jsonl.gz is needed")
  const model = Result.getOrThrow(parseSpamModel(readFileSync(values.model)))
  const split = readSplit(values.data)
  const { evaluation, evasions } = judgeTests(model, split)
  const own = {
    name: "Gatehouse",
    limit: verdictProbability,
    score: async ({ text }: { readonly text: string }) =>
      judgeMessage(model, text, languageDetector.detect(text)).probability
  }
  const plain = trainNaiveBayes(split.lessons)
  const bayes = { name: "naive Bayes", limit: 0, score: async ({ text }: { readonly text: string }) => plain(text) }
  const peers = values.peers
    ? await comparePeers(split.lessons, split.tests, [own, bayes], (text) => console.error(text))
    : null
  if (values.json) {
    const { lessons, tests, ...removed } = split
    const counts = { ...removed, lessons: lessons.length, tests: tests.length }
    console.log(JSON.stringify({ model: model.name, split: counts, ...evaluation, ...evasions, peers }, null, 2))
    return
  }
  console.log(`${splitSentence(split)}\n\n${formatEvaluationPage(evaluation, evasions, peers)}`)
  if (peers === null) console.log(`\n${withoutPeers}`)
}

await runCommand(help, main)
