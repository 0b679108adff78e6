import type { ApiResponse } from "../../api/Client.ts"
import type { Me } from "../../api/Me.ts"

export type Lead = ApiResponse<"leads", "get">["lead"]

type Server = Pick<Me["server"], "historySubjects" | "keepsLeadMessages">

/** Returns the text below the page heading. Whether a lead can be used for training is shown with the lead. */
export const leadsDescription = ({ keepsLeadMessages }: Server): string =>
  `What contact forms sent, and how likely each is spam. Say where a verdict was right or wrong.${
    keepsLeadMessages ? "" : " This server does not keep the messages of new leads."
  }`

/** Explains what marking a lead is used for. */
export const markEffect = ({ message }: Pick<Lead, "message">, { keepsLeadMessages }: Server): string => {
  if (message !== null) {
    return keepsLeadMessages
      ? "Gatehouse can learn from a mark."
      : "Its message was kept before this server stopped keeping them: Gatehouse can learn from a mark."
  }
  return "Its message is not kept: a mark is counted, but nothing can be learnt from it."
}

/** Returns the text shown instead of a missing sender address. */
export const missingSender = ({ historySubjects }: Server): string =>
  historySubjects === "none" ? "Address not kept" : "No address known"

/** Names the form: the label that the site's server sends, or else the API key's name. */
export const formName = ({ keyName, source }: Pick<Lead, "keyName" | "source">): string | null => source ?? keyName

/** `From “contact form”, by the key Website`; empty if neither is known. */
export const originText = ({ keyName, source }: Pick<Lead, "keyName" | "source">): string =>
  [
    source === null ? [] : [`from “${source}”`],
    keyName === null ? [] : [`by the key “${keyName}”`]
  ].flat().join(", ")
