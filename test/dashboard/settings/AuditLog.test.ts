import { expect, it } from "vitest"
import { actorOptions } from "../../../apps/dashboard/pages/settings/AuditLog.tsx"

const members = [{ id: "mem_1", name: "Ann", email: "ann@example.com" }]
const entries = [
  { actor: "command line (root)", memberId: null },
  { actor: "Ann <ann@example.com>", memberId: "mem_1" },
  { actor: "Ben <ben@example.com>", memberId: "mem_2" },
  { actor: "(erased)", memberId: null }
]
const labels = (...of: Parameters<typeof actorOptions>) => actorOptions(...of).map(({ label, value }) => [value, label])

it("lists the command line with the members, even if none of its entries is loaded", () => {
  expect(labels(members, [], "")).toEqual([["mem_1", "Ann (ann@example.com)"], ["command-line", "Command line"]])
  expect(labels([], [], "command-line")).toEqual([["command-line", "Command line"]])
})

it("shows the known details of a removed member", () => {
  expect(labels(members, entries, "mem_3").slice(2)).toEqual([
    ["mem_2", "Ben (ben@example.com), removed"],
    ["mem_3", "Removed member"]
  ])
})
