import type { Answer } from "../../api/Client.ts"
import type { Me } from "../../api/Me.ts"

export type Lead = Answer<"leads", "get">["lead"]

type Server = Pick<Me["server"], "historySubjects" | "keepsLeadMessages">

/** Below the page's heading. What can be learnt from depends on each lead, and stands there. */
export const leadsAbout = ({ keepsLeadMessages }: Server): string =>
  `What contact forms sent, and how likely each is spam. Say where a verdict was right or wrong.${
    keepsLeadMessages ? "" : " This server does not keep the messages of new leads."
  }`

/** What a mark of a lead is good for. */
export const markUse = ({ message }: Pick<Lead, "message">, { keepsLeadMessages }: Server): string => {
  if (message !== null) {
    return keepsLeadMessages
      ? "Gatehouse can learn from a mark."
      : "Its message was kept before this server stopped keeping them: Gatehouse can learn from a mark."
  }
  return "Its message is not kept: a mark is counted, but nothing can be learnt from it."
}

/** In place of the sender's address where there is none. */
export const noSender = ({ historySubjects }: Server): string =>
  historySubjects === "none" ? "Address not kept" : "No address known"

/** What names the form: the label that its server sends along, or else the key that it asks with. */
export const formOf = ({ keyName, source }: Pick<Lead, "keyName" | "source">): string | null => source ?? keyName

/** `From “contact form”, by the key Website`; empty where neither is known. */
export const originSaid = ({ keyName, source }: Pick<Lead, "keyName" | "source">): string =>
  [
    source === null ? [] : [`from “${source}”`],
    keyName === null ? [] : [`by the key “${keyName}”`]
  ].flat().join(", ")
