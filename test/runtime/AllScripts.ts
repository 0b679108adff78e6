/**
 * Writes the reports of all scripts in this folder to a JSON file. Each runtime runs this file.
 *
 * Its arguments are `FILE FOLDER`: the JSON file, and the folder of the documents to scan.
 */
import { writeFileSync } from "node:fs"
import { JobThread } from "../../adapters/webrisk/thread/ThreatThread.ts"
import { clientReport } from "./ClientScript.ts"
import { documentsReport } from "./DocumentsScript.ts"
import { downloadReport } from "./DownloadScript.ts"
import { feedsReport } from "./FeedsScript.ts"
import { messagesReport } from "./MessagesScript.ts"
import { passwordsReport } from "./PasswordsScript.ts"
import { puzzlesReport } from "./PuzzlesScript.ts"
import { shieldReport } from "./ShieldScript.ts"
import { webRiskReport } from "./WebRiskScript.ts"

const [file = "", folder = ""] = process.argv.slice(2)

/** Thread that several scripts share, because starting one takes 0.25 s. */
const thread = new JobThread()

/** Runs the scripts one after another, so that they do not affect each other. */
const allReports = async () => ({
  client: await clientReport(),
  documents: await documentsReport(folder),
  downloads: await downloadReport(),
  feeds: await feedsReport(thread),
  messages: messagesReport(),
  passwords: await passwordsReport(),
  puzzles: await puzzlesReport(),
  shield: await shieldReport(),
  webRisk: await webRiskReport(thread)
})

export type AllReports = Awaited<ReturnType<typeof allReports>>

if (file !== "") {
  writeFileSync(file, JSON.stringify(await allReports()))
  await thread.close()
  process.exit(0)
}
