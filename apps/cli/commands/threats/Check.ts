import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { formatDocumentResponse } from "../../../../core/documents/DocumentResponse.ts"
import type { CheckedDocument } from "../../checks/CheckDocumentsOffline.ts"
import type { CheckedEmail } from "../../checks/CheckEmailsOffline.ts"
import type { CheckedUrl } from "../../checks/CheckUrlsOffline.ts"
import { readItems } from "../../checks/ReadItems.ts"
import { CommandExit, exitCodes } from "../../terminal/ExitCode.ts"
import { printList } from "../../terminal/Output.ts"
import { formatTable, printable } from "../../terminal/Table.ts"
import { checkLeadCommand } from "./CheckLead.ts"

const email = Command.make(
  "email",
  {
    addresses: Argument.String("address").pipe(
      Argument.withDescription("Addresses, or - to read one per line from standard input"),
      Argument.atLeast(1)
    )
  },
  Effect.fn(function*({ addresses }) {
    const { checkEmailsOffline } = yield* Effect.promise(() => import("../../checks/CheckEmailsOffline.ts"))
    const checked = yield* checkEmailsOffline(yield* readItems(addresses))
    yield* printList(checked, (one) => one, emailTable, "")
    if (checked.some((one) => !one.ok || one.disposable)) return yield* new CommandExit({ exitCode: exitCodes.found })
  })
).pipe(
  Command.withDescription(
    "Check email addresses against the embedded lists. Needs no server, account or credits. Exits with 3 if " +
      "an address is malformed or disposable."
  ),
  Command.withExamples([
    { command: "gatehouse check email ann@gmial.com", description: "One address" },
    { command: "gatehouse check email - --json < addresses.txt", description: "Many, as a JSON array" }
  ])
)

const emailTable = (checked: ReadonlyArray<CheckedEmail>) =>
  formatTable(checked, [
    { title: "email", value: (one) => one.email },
    { title: "disposable", value: (one) => one.ok ? yesNo(one.disposable) : "" },
    { title: "role", value: (one) => one.ok ? yesNo(one.role_account) : "" },
    { title: "public provider", value: (one) => one.ok ? yesNo(one.public_domain) : "" },
    {
      title: "remarks",
      value: (one) => one.ok ? (one.did_you_mean === null ? "" : `did you mean ${one.did_you_mean}?`) : one.message
    }
  ])

const yesNo = (holds: boolean): string => holds ? "yes" : "no"

const url = Command.make(
  "url",
  {
    urls: Argument.String("url").pipe(
      Argument.withDescription(
        "http and https URLs, or - to read one per line from standard input, ignoring lines that start with #"
      ),
      Argument.atLeast(1)
    ),
    blocklist: Flag.Boolean("blocklist").pipe(
      Flag.withDescription("Also check the database's blocklist (default yes; --no-blocklist skips it)"),
      Flag.withDefault(true)
    )
  },
  Effect.fn(function*({ blocklist, urls }) {
    const { checkUrlsOffline } = yield* Effect.promise(() => import("../../checks/CheckUrlsOffline.ts"))
    const checked = yield* checkUrlsOffline(yield* readItems(urls, (line) => line.startsWith("#")), blocklist)
    yield* printList(checked, (one) => one, urlTable, "")
    if (checked.some((one) => one.listed !== null)) return yield* new CommandExit({ exitCode: exitCodes.found })
    if (checked.some((one) => !one.ok)) return yield* new CommandExit({ exitCode: exitCodes.failed })
  })
).pipe(
  Command.withDescription(
    "Check URLs against the embedded threat list, the feeds that GATEHOUSE_THREAT_FEEDS names (as `gatehouse feeds update` or " +
      "a server has stored them), and the blocklist if the " +
      "database of DATABASE_URL exists, which is only read. Needs no server, account or credits, and fetches nothing. Exits with 3 if a URL is listed, and with 1 if one " +
      "could not be checked."
  ),
  Command.withExamples([
    { command: "gatehouse check url https://www.example.com/login", description: "One URL" },
    { command: "gatehouse check url - --no-blocklist --json < urls.txt", description: "Many, as a JSON array" }
  ])
)

const document = Command.make(
  "document",
  {
    paths: Argument.String("path").pipe(
      Argument.withDescription("Documents, or folders that contain them"),
      Argument.atLeast(1)
    ),
    blocklist: Flag.Boolean("blocklist").pipe(
      Flag.withDescription(
        "Also check links against the database's blocklist (default yes; --no-blocklist skips it)"
      ),
      Flag.withDefault(true)
    )
  },
  Effect.fn(function*({ blocklist, paths }) {
    const { checkDocumentsOffline, findDocumentPaths } = yield* Effect.promise(() =>
      import("../../checks/CheckDocumentsOffline.ts")
    )
    const checked = yield* checkDocumentsOffline(yield* findDocumentPaths(paths), blocklist)
    yield* printList(checked, documentJson, documentTable, "There are no files to check.")
    const ratings = checked.map(({ scan }) => scan?.rating)
    if (ratings.includes("block")) return yield* new CommandExit({ exitCode: exitCodes.found })
    if (ratings.includes("warn")) return yield* new CommandExit({ exitCode: exitCodes.review })
    if (ratings.includes(undefined)) return yield* new CommandExit({ exitCode: exitCodes.failed })
  })
).pipe(
  Command.withDescription(
    "Scan PDF, Office, RTF and OpenDocument files and email messages (.eml, .msg), and check their links against the embedded threat list, the feeds in GATEHOUSE_THREAT_FEEDS " +
      "and the blocklist if the database of DATABASE_URL exists. Needs no server, account or credits. Nothing in a file is " +
      "run, and nothing is fetched. Exits with 3 if a file is rated block, else with 4 if one is rated warn, else with 1 if " +
      "one could not be checked."
  ),
  Command.withExamples([
    { command: "gatehouse check document invoice.pdf", description: "One file" },
    { command: "gatehouse check document --json ./inbox", description: "A folder with its subfolders, as a JSON array" }
  ])
)

/** Returns the JSON of the API response, with the file's path. */
const documentJson = ({ message, path, scan }: CheckedDocument) =>
  scan === null ? { ok: false, path, message } : { ...formatDocumentResponse(scan), path }

/** Renders the table, followed by the reasons for each file that is not rated ok. */
const documentTable = (checked: ReadonlyArray<CheckedDocument>) =>
  [documentRows(checked), ...checked.flatMap(documentReasons)].join("\n")

const documentReasons = ({ path, scan }: CheckedDocument): ReadonlyArray<string> =>
  scan === null || scan.rating === "ok"
    ? []
    : ["", printable(path), ...scan.reasons.map(({ code, message }) => `  ${code}  ${printable(message)}`)]

const documentRows = (checked: ReadonlyArray<CheckedDocument>) =>
  formatTable(checked, [
    { title: "rating", value: ({ scan }) => scan?.rating ?? "not checked" },
    { title: "score", align: "right", value: ({ scan }) => scan?.score ?? "" },
    { title: "file", value: ({ path }) => path },
    {
      title: "reasons",
      value: ({ message, scan }) => scan === null ? message : scan.reasons.map(({ code }) => code).join(", ")
    }
  ])

const verdictOf = ({ allowed, listed, ok }: CheckedUrl): string =>
  listed !== null ? "listed" : allowed !== null ? "allowed" : ok ? "not listed" : "not checked"

const urlTable = (checked: ReadonlyArray<CheckedUrl>) =>
  formatTable(checked, [
    { title: "verdict", value: verdictOf },
    { title: "url", value: (one) => one.url },
    { title: "why", value: ({ listed }) => listed?.type ?? "" },
    { title: "where", value: describeListings },
    { title: "remarks", value: describeRemarks }
  ])

const describeListings = ({ allowed, listed }: CheckedUrl): string => {
  if (listed !== null) return `${listed.source}: ${listed.expression}`
  return allowed !== null ? `blocklist entry ${allowed.entry}: ${allowed.expression}` : ""
}

/** Returns the reason for a missing verdict, the observed listings, and the sources with outdated data. */
const describeRemarks = ({ message, observed, stale }: CheckedUrl): string =>
  [
    ...(message === null ? [] : [message]),
    ...observed.map(({ expression, source, type }) => `observed: ${source}: ${expression} (${type})`),
    ...(stale.length === 0 ? [] : [`old data: ${stale.join(", ")}`])
  ].join("; ")

export const checkCommand = Command.make("check").pipe(
  Command.withDescription("Check addresses, URLs, documents and leads without a server."),
  Command.withExamples([{ command: "gatehouse check email ann@gmial.com", description: "One address" }]),
  Command.withSubcommands([email, url, document, checkLeadCommand])
)
