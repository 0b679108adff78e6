import { useRef } from "react"
import type { RequestId } from "../../../../core/kernel/Ids.ts"
import { callApi } from "../../api/Client.ts"
import { useApiMutation } from "../../api/Hooks.ts"

export type Mark = "spam" | "ham" | null

const markMessages = { spam: "Marked as spam", ham: "Marked as not spam", none: "Mark removed" }

/** Returns a function that marks a lead as spam or not spam. The toast offers to undo the mark for 10 seconds. */
export const useMarkLead = () => {
  const previousMarks = useRef(new Map<string, Mark>())
  const mark = useApiMutation("leads", "setMark", {
    successMessage: (lead) => markMessages[lead.mark ?? "none"],
    undo: (_, { params }) =>
      callApi("leads", "setMark", { params, payload: { mark: previousMarks.current.get(params.id) ?? null } })
  })
  return (lead: { readonly requestId: RequestId; readonly mark: Mark }, newMark: Mark) => {
    if (lead.mark === newMark) return
    previousMarks.current.set(lead.requestId, lead.mark)
    mark.run({ params: { id: lead.requestId }, payload: { mark: newMark } })
  }
}
