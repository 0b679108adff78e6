import type { DocumentAction } from "../facts/DocumentAction.ts"
import type { Fact } from "../facts/Fact.ts"
import { endingOf } from "../facts/FileKind.ts"
import { isBareAddress, isPlainName, shown, type Target, targetOf } from "../facts/Target.ts"
import { type Finding, finding } from "../reasons/Finding.ts"
import { isDocument, judgeLaunch } from "./JudgeLaunch.ts"
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
    const leak = isAutomatic
      ? "automatic"
      : action.kind === "URI"
      ? "linkAction"
      : isPlainName(target.host)
      ? "clickNearby"
      : "click"
    const startsProgram = action.kind === "Launch" && (isAutomatic || !isDocument(action.target ?? ""))
    return [
      finding("CREDENTIAL_LEAK_PATH", leak, [shown(target.host)], where),
      ...startsProgram ? [judgeLaunch(action, target, isAutomatic, where)] : []
    ]
  }
  if (action.kind === "JavaScript") return []
  if (action.kind === "Launch") return [judgeLaunch(action, target, isAutomatic, where)]
  const happens = automatic.get(action.kind) ?? (target.kind === "web" ? "Something is fetched" : undefined)
  if (isAutomatic && happens !== undefined) {
    return [
      action.target === null
        ? finding("AUTO_ACTION", "onOpen", [happens], where)
        : finding("AUTO_ACTION", "onOpenTo", [happens, shown(action.target)], where)
    ]
  }
  if (action.trigger === "unreachable" && target.kind === "web") {
    // A link that an editor took off its page stays behind as an object; by itself it would only open a page.
    return [finding("HIDDEN_OBJECT", action.kind === "URI" ? "link" : "action", [shown(action.target!)], where)]
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
      const place = target.kind === "web" ? "web" : "path"
      return [finding("REMOTE_DOCUMENT_ACTION", place, [shown(action.target!)], where)]
    }
    case "SubmitForm": {
      if (target.kind === "nothing") return []
      const isDoubtful = target.kind === "web" && isBareAddress(target.url.hostname)
      return [finding("FORM_SUBMIT", isDoubtful ? "sendToAddress" : "send", [shown(action.target!)], where)]
    }
    case "ImportData":
      return [
        finding(
          "FORM_SUBMIT",
          target.kind === "web" ? "importWeb" : "importFile",
          [shown(action.target ?? "a file")],
          where
        )
      ]
    case "Movie":
    case "Rendition":
    case "RichMediaExecute":
      return [finding("RICH_MEDIA", "clicked", [], where)]
    case "Sound":
      return [finding("RICH_MEDIA", "sound", [], where)]
    default:
      return []
  }
}
