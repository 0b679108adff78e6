import { expect, it } from "vitest"
import { auditPeople } from "../../../apps/dashboard/pages/settings/AuditLog.tsx"

const members = [{ id: "mem_1", name: "Ann", email: "ann@example.com" }]
const entries = [
  { actor: "command line (root)", memberId: null },
  { actor: "Ann <ann@example.com>", memberId: "mem_1" },
  { actor: "Ben <ben@example.com>", memberId: "mem_2" },
  { actor: "(erased)", memberId: null }
]
const labels = (...of: Parameters<typeof auditPeople>) => auditPeople(...of).map(({ label, value }) => [value, label])

it("the command line stands beside the members, also where nothing of it is loaded", () => {
  expect(labels(members, [], "")).toEqual([["mem_1", "Ann (ann@example.com)"], ["command-line", "Command line"]])
  expect(labels([], [], "command-line")).toEqual([["command-line", "Command line"]])
})

it("who was removed is there as far as it is known", () => {
  expect(labels(members, entries, "mem_3").slice(2)).toEqual([
    ["mem_2", "Ben (ben@example.com), removed"],
    ["mem_3", "A member who was removed"]
  ])
})
