import { expect, it } from "vitest"
import { parseFilters } from "../../../apps/dashboard/pages/requests/RequestFilters.ts"
import { exportPath } from "../../../apps/dashboard/parts/tables/ExportMenu.tsx"

it("exports the shown rows", () => {
  const path = exportPath("requests", parseFilters({ text: "a&b=c#d", status: "200" }, "UTC"), "csv")
  const url = new URL(path, "https://gatehouse.example")
  expect(url.pathname).toBe("/dashboard/api/requests-export")
  expect(Object.fromEntries(url.searchParams)).toEqual({ format: "csv", text: "a&b=c#d", status: "200" })
  expect(exportPath("credits", { kind: "grant" }, "ndjson")).toBe(
    "/dashboard/api/credits-export?format=ndjson&kind=grant"
  )
})
