/**
 * `AllScripts.ts FILE FOLDER`, run by each runtime: writes the reports of all scripts in this folder to a JSON file.
 */
import { writeFileSync } from "node:fs"
import { JobThread } from "../../adapters/webrisk/thread/ThreatThread.ts"
import { documentsReport } from "./DocumentsScript.ts"
import { downloadReport } from "./DownloadScript.ts"
import { feedsReport } from "./FeedsScript.ts"
import { messagesReport } from "./MessagesScript.ts"
import { passwordsReport } from "./PasswordsScript.ts"
import { puzzlesReport } from "./PuzzlesScript.ts"
import { shieldReport } from "./ShieldScript.ts"
import { webRiskReport } from "./WebRiskScript.ts"

const [file = "", folder = ""] = process.argv.slice(2)

/** Starting a thread takes a quarter of a second. */
const thread = new JobThread()

/** Sequential, so that the scripts do not affect each other. */
const allReports = async () => ({
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
