import { expect, it } from "vitest"
import { conditionsOf } from "../../../scripts/faults/SqlConditions.ts"

it.each<readonly [string, ReadonlyArray<string>]>([
  ["DELETE FROM a WHERE b = ??? AND c IS NULL RETURNING d", ["b = ???", "c IS NULL"]],
  ["SELECT a FROM b WHERE c BETWEEN ??? AND ??? AND d", ["c BETWEEN ??? AND ???", "d"]],
  ["SELECT a FROM b WHERE (c IS NULL OR d > ???) AND e", ["c IS NULL", "d > ???", "(c IS NULL OR d > ???)", "e"]],
  ["SELECT a FROM b WHERE c IN (SELECT d FROM e WHERE f < ??? LIMIT ???)", [
    "f < ???",
    "c IN (SELECT d FROM e WHERE f < ??? LIMIT ???)"
  ]],
  ["UPDATE a SET b = ???, c = ??? WHERE d = 'x AND y' ORDER BY e", ["d = 'x AND y'"]],
  ["account_id = ???", ["account_id = ???"]],
  ["AND account_id = ???", ["account_id = ???"]],
  ["DELETE FROM a WHERE b < ???\n ??? RETURNING c", ["b < ???"]],
  ["INSERT INTO a (b, c) VALUES (???, ???) ON CONFLICT (b) DO NOTHING", []],
  ["ORDER BY a DESC LIMIT ???", []]
])("the conditions of %s", (sql, conditions) => {
  expect(conditionsOf(sql).map(({ end, start }) => sql.slice(start, end))).toEqual(conditions)
})
