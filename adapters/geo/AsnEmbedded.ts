import { readFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"
import { type AsnTable, readAsnTable } from "./AsnTable.ts"

let cached: AsnTable | null = null

/** Read at the first question: a program that asks none pays nothing. Without its file the release is broken, and throws. */
export const embeddedAsnTable = (): AsnTable =>
  cached ??= readAsnTable(brotliDecompressSync(readFileSync(new URL("./data/asn.br", import.meta.url))))
