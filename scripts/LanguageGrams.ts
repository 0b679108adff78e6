import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { brotliCompressSync, constants } from "node:zlib"
import { readEldData } from "./language/EldData.ts"
import { encodeLanguageGrams } from "./language/LanguageGramsFile.ts"

const help = `Makes adapters/language/data/LanguageGrams.br of the smallest data of the package eld, as it is installed:

  node scripts/LanguageGrams.ts`

const target = new URL("../adapters/language/data/LanguageGrams.br", import.meta.url)

if (process.argv.length > 2) console.log(help)
else {
  const file = encodeLanguageGrams(await readEldData(fileURLToPath(import.meta.resolve("eld/extrasmall"))))
  const packed = brotliCompressSync(file, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  })
  writeFileSync(target, packed)
  console.log(`${file.length} bytes, packed ${packed.length}`)
}
