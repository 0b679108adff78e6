import { expectBombs } from "./ExpectBombs.ts"
import { pdfObjectBombs } from "./PdfObjectBombs.ts"
import { pdfStreamBombs } from "./PdfStreamBombs.ts"

expectBombs(
  "PDF",
  [...pdfStreamBombs, ...pdfObjectBombs],
  new Set([
    "encrypted streams without an end",
    "damaged streams",
    "runs of runs",
    "a string of escapes that begins again and again",
    "a tree of names that shares its names",
    "one script for all the actions",
    "millions of the word obj",
    "links to scripts of blanks"
  ])
)
