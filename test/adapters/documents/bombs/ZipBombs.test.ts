import { expectBombs } from "./ExpectBombs.ts"
import { odfBombs } from "./OdfBombs.ts"
import { officeBombs } from "./OfficeBombs.ts"
import { xmlBombs } from "./XmlBombs.ts"

expectBombs(
  "OOXML",
  [...xmlBombs, ...officeBombs],
  new Set([
    "one comment",
    "one section of characters",
    "one instruction",
    "the letter P",
    "entries that share their data"
  ])
)
expectBombs("ODF", odfBombs, new Set(["objects", "entities within entities in every part"]))
