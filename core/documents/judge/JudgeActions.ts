import type { DocumentAction } from "../facts/DocumentAction.ts"
import type { Fact } from "../facts/Fact.ts"
import { endingOf } from "../facts/FileKind.ts"
import { type Finding, finding } from "../facts/Finding.ts"
import { isBareAddress, isPlainName, shown, type Target, targetOf } from "../facts/Target.ts"
import { judgeLaunch } from "./JudgeLaunch.ts"
import { type AnalyzeScript, judgeScripts } from "./JudgeScripts.ts"

/** Actions of a PDF, each by what sets it off, what it is and where it leads. */
export const judgeActions = (facts: ReadonlyArray<Fact>, analyze?: AnalyzeScript): ReadonlyArray<Finding> => {
  const actions = facts.filter((fact) => fact.kind === "action")
  return [...actions.flatMap(({ action, where }) => judgeAction(action, where)), ...judgeScripts(actions, analyze)]
}

const judgeAction = (action: DocumentAction, where: string): ReadonlyArray<Finding> => {
  const target = targetOf(action.target)
  const isAutomatic = action.trigger === "open" || action.trigger === "field"
  if (target.kind === "share") {
    const leak = `Windows credentials are sent to ${shown(target.host)} ${isAutomatic ? "by itself" : "on a click"}`
    const penalty = isAutomatic ? 60 : action.kind === "URI" ? 10 : isPlainName(target.host) ? 16 : 60
    const launch = action.kind === "Launch" ? [judgeLaunch(action, target, isAutomatic, where)] : []
    return [finding("CREDENTIAL_LEAK_PATH", penalty, leak, where), ...launch.filter(({ penalty }) => penalty === 70)]
  }
  if (action.kind === "JavaScript") return []
  if (action.kind === "Launch") return [judgeLaunch(action, target, isAutomatic, where)]
  const happens = automatic.get(action.kind) ?? (target.kind === "web" ? "Something is fetched" : undefined)
  if (isAutomatic && happens !== undefined) {
    const to = action.target === null ? "" : ` (${shown(action.target)})`
    return [finding("AUTO_ACTION", 35, `${happens} when the document is opened${to}`, where)]
  }
  if (action.trigger === "unreachable" && target.kind === "web") {
    // A link that an editor took off its page stays behind as an object; by itself it would only open a page.
    const penalty = action.kind === "URI" ? 16 : 35
    return [finding("HIDDEN_OBJECT", penalty, `Nothing leads to an action that opens ${shown(action.target!)}`, where)]
  }
  return judgeClicked(action, target, where)
}

/** Kinds that may not happen by themselves, and in words. */
const automatic: ReadonlyMap<DocumentAction["kind"], string> = new Map([
  ["URI", "An address is opened"],
  ["GoToR", "Another document is opened"],
  ["GoToE", "An attached document is opened"],
  ["Thread", "A thread of another document is opened"],
  ["SubmitForm", "A form is sent"],
  ["ImportData", "Data is imported"],
  ["Rendition", "Media is played"],
  ["Movie", "A movie is played"],
  ["RichMediaExecute", "Rich media is run"]
])

const judgeClicked = (action: DocumentAction, target: Target, where: string): ReadonlyArray<Finding> => {
  switch (action.kind) {
    case "GoToR":
    case "GoToE":
    case "Thread": {
      const isElsewhere = target.kind !== "nothing" && target.kind !== "relative path"
      // A PDF on one's own disk, at which the tool that made the document found it.
      const isOwn = target.kind === "absolute path" && endingOf(target.path) === "pdf"
      if (!isElsewhere || isOwn) return []
      const penalty = target.kind === "web" ? 35 : 20
      return [finding("REMOTE_DOCUMENT_ACTION", penalty, `A click opens ${shown(action.target!)}`, where)]
    }
    case "SubmitForm": {
      if (target.kind === "nothing") return []
      const isDoubtful = target.kind === "web" && isBareAddress(target.url.hostname)
      return [finding("FORM_SUBMIT", isDoubtful ? 25 : 10, `The form is sent to ${shown(action.target!)}`, where)]
    }
    case "ImportData":
      return [
        finding(
          "FORM_SUBMIT",
          target.kind === "web" ? 35 : 25,
          `Data is imported from ${shown(action.target ?? "a file")}`,
          where
        )
      ]
    case "Movie":
    case "Rendition":
    case "RichMediaExecute":
      return [finding("RICH_MEDIA", 18, "Media is played on a click", where)]
    case "Sound":
      return [finding("RICH_MEDIA", 8, "A sound is played on a click", where)]
    default:
      return []
  }
}
