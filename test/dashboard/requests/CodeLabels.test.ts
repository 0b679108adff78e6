import { expect, it } from "vitest"
import { codeLabel } from "../../../apps/dashboard/shared/requests/CodeLabels.ts"

it("formats codes as readers expect", () => {
  const codes = ["REMOTE_TEMPLATE", "malicious_url", "XFA_FORM", "JAVASCRIPT", "ADDIN_LOADER", "nothing found", ""]
  expect(codes.map(codeLabel)).toEqual(
    ["Remote template", "Malicious URL", "XFA form", "JavaScript", "Add-in loader", "Nothing found", ""]
  )
})
