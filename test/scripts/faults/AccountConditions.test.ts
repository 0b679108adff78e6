import { describe, expect, it } from "vitest"
import { accountChanges } from "../../../scripts/faults/AccountConditions.ts"
import { plantFault, toFaults } from "../../../scripts/faults/Fault.ts"
import { readText, sourceFiles } from "../../house/Tree.ts"

/** Returns a source text for each condition, in which the condition is dropped. */
const madeOf = (text: string): ReadonlyArray<string> =>
  toFaults({ file: "a.ts", text }, accountChanges({ file: "a.ts", text })).map((fault) => plantFault(fault, text))

describe("dropping the conditions that separate accounts", () => {
  it.each<readonly [string, string, ReadonlyArray<string>]>([
    ["a first condition", "sql`WHERE account_id = ${a.accountId} AND id = ${id}`", ["sql`WHERE 1 = 1 AND id = ${id}`"]],
    ["a last condition", "sql`WHERE at < ${at} AND account_id = ${id}`", ["sql`WHERE at < ${at} AND 1 = 1`"]],
    ["a fragment", "f(sql`sites.account_id = ${id}`)", ["f(sql`1 = 1`)"]],
    ["a fragment within", "sql`A ${b ? sql`` : sql`AND site_id = ${id}`}`", ["sql`A ${b ? sql`` : sql`AND 1 = 1`}`"]],
    ["a join", "sql`JOIN e ON e.account_id = b.account_id`", ["sql`JOIN e ON 1 = 1`"]],
    ["a walk", "sql`WHERE account_id > ${last ?? \"\"}`", ["sql`WHERE 1 = 1`"]],
    ["a row value", "sql`(account_id, id) > (${a}, ${b})`", ["sql`id > ${b}`"]],
    ["a list", "isOneOf(sql, \"account_id\", ids)", ["sql.literal(\"1 = 1\")"]],
    ["no assignment", "sql`SET member_id = n.member_id WHERE account_id = ${a}`", [
      "sql`SET member_id = n.member_id WHERE 1 = 1`"
    ]],
    ["a filter", "f((one) => one.accountId === accountId)", ["f((one) => true)"]],
    ["a filter that excludes", "f((one) => one?.siteId !== siteId)", ["f((one) => false)"]],
    ["no test for nothing", "f(one.accountId === undefined)", []],
    ["a list of sites", "f(siteIds.includes(siteId))", ["f(true)"]],
    ["a part of a name", "const name = `${accountId} ${hour}`", ["const name = ` ${hour}`"]],
    ["a part of JSON", "JSON.stringify([accountId, key])", ["JSON.stringify([\"\", key])"]],
    ["all keys of a map", "all.get(accountId); all.set(accountId, 1)", ["all.get(\"\"); all.set(\"\", 1)"]]
  ])("%s", (_, text, expected) => {
    expect(madeOf(text)).toEqual(expected)
  })

  it("covers every statement of the storage adapters that compares an account", () => {
    for (const file of sourceFiles("adapters/storage/sql").filter((file) => !file.includes("/migrations/"))) {
      const text = readText(file)
      const compared = [...text.matchAll(/\baccount_id\b[^,\n]{0,20}?(?:=|>|<|\bIN\b)\s*(?=\$\{|\w+\.)/g)]
      const changes = accountChanges({ file, text })
      for (const { 0: found, index } of compared) {
        const isFound = changes.some(({ end, start }) => start <= index && index < end)
        expect(isFound, `${file}: ${found}`).toBe(true)
      }
    }
  })
})
