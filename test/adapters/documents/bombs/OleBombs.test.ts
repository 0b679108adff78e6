import { excelBombs } from "./ExcelBombs.ts"
import { expectBombs } from "./ExpectBombs.ts"
import { oleBombs } from "./OleBombs.ts"
import { rtfBombs } from "./RtfBombs.ts"
import { vbaBombs } from "./VbaBombs.ts"

expectBombs("OLE", oleBombs, new Set(["a text of fields that never end", "a table that goes back and forth"]))
expectBombs("Excel", excelBombs, new Set(["sheets at one place", "a list in text of one line"]))
expectBombs("VBA", vbaBombs, new Set(["additions of a variable to itself", "calls within calls"]))
expectBombs("RTF", rtfBombs, new Set(["groups within one another"]))
