import { describe, expect, it } from "vitest"
import { faultKinds } from "../../../scripts/faults/Fault.ts"
import { faultSearchOptions, faultsScript } from "../../../scripts/faults/Options.ts"
import { parseScriptArguments } from "../../../scripts/ScriptOptions.ts"

const read = (...args: ReadonlyArray<string>) => {
  const command = parseScriptArguments(faultsScript, args)
  return command.is === "given" ? faultSearchOptions(command.given) : command
}

describe("the command line of the fault search", () => {
  it("defaults to 200 faults of all kinds in the core, the storage and HTTP", () => {
    expect(read()).toMatchObject({
      paths: ["core", "adapters/storage", "adapters/http"],
      count: 200,
      seed: 1,
      line: null,
      changedSince: null,
      mode: "test",
      workers: 2,
      percentMin: 0,
      continues: null,
      listsOnly: false
    })
  })

  it("takes files, folders and options", () => {
    expect(read("core/credits/", "./core/scoring", "--count", "all", "--kinds", "sql,account", "--full", "--list"))
      .toMatchObject({
        paths: ["core/credits", "core/scoring"],
        count: Infinity,
        kinds: ["sql", "account"],
        mode: "full",
        listsOnly: true
      })
  })

  it.each([
    [["--kinds", "sql,typo"], `"typo" is not a kind of fault. The kinds are ${Object.keys(faultKinds).join(", ")}.`],
    [["--count", "none"], "--count takes a whole number above 0, or all."],
    [["--seed", "0.5"], "--seed takes a whole number."],
    [["--line", "3", "core/a", "core/b"], "--line takes a line number and needs exactly one file."],
    [["--continue", "core/a"], "A search that continues keeps its faults: leave out files, --line and --changed."],
    [
      ["--survivors", "--changed", "main"],
      "A search that continues keeps its faults: leave out files, --line and --changed."
    ],
    [["--continue", "--full"], "A search that continues keeps its tests: use --survivors --full."],
    [["--tests", "0"], "--tests takes a whole number above 0."],
    [["--workers", "3"], "--workers takes 1 or 2."],
    [["--at-least", "101"], "--at-least takes a number from 0 to 100."]
  ])("refuses %s", (args, message) => {
    expect(read(...args)).toEqual({ is: "wrong", message: `${message}\nTry --help.` })
  })
})
