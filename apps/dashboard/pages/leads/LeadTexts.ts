import type { ApiResponse } from "../../api/Client.ts"
import type { Me } from "../../api/Me.ts"

export type Lead = ApiResponse<"leads", "get">["lead"]

type Server = Pick<Me["server"], "historySubjects" | "keepsLeadMessages">

export const leadsDescription = ({ keepsLeadMessages }: Server): string =>
  `Messages from your contact forms, and how likely each is spam. Mark leads that have a wrong verdict.${
    keepsLeadMessages ? "" : " This server does not store messages of new leads."
  }`

/** Explains how Gatehouse uses the mark of a lead. */
export const describeMarkEffect = ({ message }: Pick<Lead, "message">, { keepsLeadMessages }: Server): string => {
  if (message !== null) {
    return keepsLeadMessages
      ? "Gatehouse can learn from your mark."
      : "Gatehouse can learn from your mark, because this message is stored. The server does not store new messages."
  }
  return "Gatehouse counts your mark, but cannot learn from it, because the message is not stored."
}

/** Returns the text that replaces a missing sender address. */
export const missingSenderText = ({ historySubjects }: Server): string =>
  historySubjects === "none" ? "Address not stored" : "No address"

/** Returns the name of the form: the label that the site's server sends, or else the API key's name. */
export const formName = ({ keyName, source }: Pick<Lead, "keyName" | "source">): string | null => source ?? keyName

/** Describes the origin of a lead: `from “contact form”, with key “Website”`. Empty if both are unknown. */
export const describeOrigin = ({ keyName, source }: Pick<Lead, "keyName" | "source">): string =>
  [
    source === null ? [] : [`from “${source}”`],
    keyName === null ? [] : [`with key “${keyName}”`]
  ].flat().join(", ")
