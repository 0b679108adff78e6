import { excelBombs } from "./ExcelBombs.ts"
import { expectBombs } from "./ExpectBombs.ts"
import { oleBombs } from "./OleBombs.ts"
import { rtfBombs } from "./RtfBombs.ts"
import { vbaBombs } from "./VbaBombs.ts"

expectBombs("OLE", oleBombs, new Set(["a text of fields that never end", "a table that goes back and forth"]))
expectBombs(
  "Excel",
  excelBombs,
  new Set([
    "continued records",
    "a list in text of one line",
    "a list in text of names",
    "a list in text of semicolons"
  ])
)
expectBombs(
  "VBA",
  vbaBombs,
  new Set(["a container that expands", "additions of a variable to itself", "calls within calls"])
)
expectBombs("RTF", rtfBombs, new Set(["groups within one another", "objects within objects"]))
