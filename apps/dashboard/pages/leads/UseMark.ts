import { useRef } from "react"
import type { RequestId } from "../../../../core/kernel/Ids.ts"
import { callApi } from "../../api/Client.ts"
import { useApiMutation } from "../../api/Hooks.ts"

export type Mark = "spam" | "ham" | null

const markSays = { spam: "Marked as spam.", ham: "Marked as not spam.", none: "The mark is taken back." }

/** Marks a lead as wanted or spam. The toast offers to undo it for a few seconds. */
export const useMark = () => {
  const before = useRef(new Map<string, Mark>())
  const mark = useApiMutation("leads", "setMark", {
    successMessage: (lead) => markSays[lead.mark ?? "none"],
    undo: (_, { params }) =>
      callApi("leads", "setMark", { params, payload: { mark: before.current.get(params.id) ?? null } })
  })
  return (lead: { readonly requestId: RequestId; readonly mark: Mark }, said: Mark) => {
    if (lead.mark === said) return
    before.current.set(lead.requestId, lead.mark)
    mark.run({ params: { id: lead.requestId }, payload: { mark: said } })
  }
}
