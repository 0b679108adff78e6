import { expectBombs } from "./ExpectBombs.ts"
import { odfBombs } from "./OdfBombs.ts"
import { officeBombs } from "./OfficeBombs.ts"
import { xmlBombs } from "./XmlBombs.ts"

expectBombs("OOXML", [...xmlBombs, ...officeBombs], new Set(["one comment", "the letter P"]))
expectBombs("ODF", odfBombs, new Set(["entities within entities in every part"]))
