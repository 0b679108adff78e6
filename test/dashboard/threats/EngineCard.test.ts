import { expect, it } from "vitest"
import {
  describeEngine,
  describeVersions,
  type EngineState
} from "../../../apps/dashboard/pages/threats/EngineCard.tsx"

const live: EngineState = { state: "live", required: false, version: "1.4.6", signatures: "27500, Tue Nov 24" }

it("shows the versions of the engine and its signatures", () => {
  expect(describeVersions(live)).toBe("Version 1.4.6, signatures version 27500, Tue Nov 24")
  expect(describeVersions({ ...live, signatures: null })).toBe("Version 1.4.6, signatures without a version")
  expect(describeVersions({ ...live, version: null, signatures: null })).toBe("Version unknown")
})

it("shows what the state means for documents", () => {
  expect(describeEngine(live)).toContain("are blocked")
  expect(describeEngine({ ...live, state: "down" })).toContain("partially scanned")
  expect(describeEngine({ ...live, state: "down", required: true })).toContain("422")
})
