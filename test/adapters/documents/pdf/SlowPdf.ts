import { makePdf } from "./MakePdf.ts"

/** Scripts of about a megabyte each, of which no two are the same: each is read for a good part of a second. */
export const slowPdf = (scripts: number): Uint8Array =>
  makePdf(
    Object.fromEntries(
      Array.from({ length: scripts }, (_, at) => [
        at + 1,
        `<</S/JavaScript/JS(a${at}${"+[a][a]\\(a\\)".repeat(80_000)})>>`
      ])
    ),
    "none"
  )
