import { expectBombs } from "./ExpectBombs.ts"
import { pdfObjectBombs } from "./PdfObjectBombs.ts"
import { pdfStreamBombs } from "./PdfStreamBombs.ts"

expectBombs(
  "PDF",
  [...pdfStreamBombs, ...pdfObjectBombs],
  new Set([
    "runs of runs",
    "encrypted streams without an end",
    "damaged streams",
    "a string of escapes that begins again and again",
    "Ascii85 of zeros",
    "a tree of names that shares its names",
    "object streams that all begin at the same object",
    "one array of dictionaries",
    "one script for all the actions",
    "one address for all the actions",
    "one form for all the objects",
    "one matrix for all the fonts",
    "one set of actions for all the objects",
    "one set of files for all the objects",
    "one set of pictures for all the objects",
    "files that overlap",
    "lists in text that overlap",
    "objects of one number",
    "comments before objects",
    "millions of the word obj"
  ])
)
