import { Effect, Option, Result } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { CheckedLead } from "../../checks/CheckLeadsOffline.ts"
import { InvalidCheckInput } from "../../checks/ReadItems.ts"
import { CommandExit, exitCodes } from "../../terminal/ExitCode.ts"
import { printResult } from "../../terminal/Output.ts"

const field = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

export const checkLeadCommand = Command.make(
  "lead",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("CSV or NDJSON file of leads, or - for standard input; replaces the flags"),
      Argument.optional
    ),
    email: field("email", "Email address of the lead"),
    message: field("message", "Message of the lead"),
    name: field("name", "The person's name"),
    company: field("company", "The company's name"),
    website: field("website", "Its website, http or https"),
    source: field("source", "Source of the lead, such as a campaign"),
    format: Flag.Literals("format", ["csv", "ndjson"]).pipe(
      Flag.withDescription("Format of the file (default: from its name)"),
      Flag.optional
    ),
    blocklist: Flag.Boolean("blocklist").pipe(
      Flag.withDescription(
        "Also check links against the database's blocklist (default yes; --no-blocklist skips it)"
      ),
      Flag.withDefault(true)
    )
  },
  Effect.fn(function*({ blocklist, file, format, ...fields }) {
    const leadFields = Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) => Option.isSome(value) ? [[name, value.value]] : [])
    )
    const { checkLeadOffline, checkLeadsOffline } = yield* Effect.promise(() =>
      import("../../checks/CheckLeadsOffline.ts")
    )
    const { formatLead, formatLeadReport } = yield* Effect.promise(() => import("../../views/LeadReport.ts"))
    if (Option.isSome(file)) {
      if (Object.keys(leadFields).length > 0) {
        return yield* invalidInput("Give either a file or the fields of one lead.")
      }
      const { detectLeadFormat } = yield* Effect.promise(() => import("../../checks/LeadFiles.ts"))
      const form = Option.getOrNull(format) ?? detectLeadFormat(file.value)
      if (form === null) {
        return yield* invalidInput(
          "The format cannot be detected from the file name. Add --format csv or --format ndjson."
        )
      }
      const checked = yield* checkLeadsOffline(file.value, form, blocklist)
      yield* printResult(checked.map(leadJson), () => formatLeadReport(checked))
      return yield* exitForVerdicts(checked)
    }
    const { parseLeadFields } = yield* Effect.promise(() => import("../../checks/LeadFiles.ts"))
    const lead = parseLeadFields(leadFields)
    if (Result.isFailure(lead)) return yield* invalidInput(lead.failure)
    const checked = yield* checkLeadOffline(lead.success, blocklist)
    yield* printResult(leadJson(checked), () => formatLead(checked.analysis))
    return yield* exitForVerdicts([checked])
  })
).pipe(
  Command.withDescription(
    "Analyze the address, message and links of a lead, or of each lead in a file. Links are checked against the embedded threat list, the feeds in " +
      "GATEHOUSE_THREAT_FEEDS, and the blocklist if the database of DATABASE_URL exists. Needs no server or " +
      "account, and stores and fetches nothing. The first row of a CSV file names its columns: email, message, name, company, " +
      "website, source. Exits with 3 if a lead is spam, else with 4 if one needs review, else with 1 if one could not be read."
  ),
  Command.withExamples([
    {
      command: "gatehouse check lead --email ann@gmial.com --message \"What is the price of the large one?\"",
      description: "One lead"
    },
    { command: "gatehouse check lead leads.csv", description: "A file, with a summary report" },
    { command: "gatehouse check lead - --format ndjson --json < leads.ndjson", description: "As a JSON array" }
  ])
)

const invalidInput = (message: string) => new InvalidCheckInput({ message })

/** Returns the fields of the API response, plus the line in the file and the email address. */
const leadJson = ({ analysis, email, line, message }: CheckedLead) =>
  analysis === null ? { ok: false, line, message } : {
    ...line === null ? {} : { line },
    email,
    verdict: analysis.verdict,
    risk_score: analysis.riskScore,
    categories: analysis.categories,
    reasons: analysis.reasons,
    language: analysis.language,
    spam_probability: analysis.spamProbability
  }

const exitForVerdicts = Effect.fnUntraced(function*(checked: ReadonlyArray<CheckedLead>) {
  const verdicts = checked.map(({ analysis }) => analysis?.verdict)
  if (verdicts.includes("spam")) return yield* new CommandExit({ exitCode: exitCodes.found })
  if (verdicts.includes("review")) return yield* new CommandExit({ exitCode: exitCodes.review })
  if (verdicts.includes(undefined)) return yield* new CommandExit({ exitCode: exitCodes.failed })
})
