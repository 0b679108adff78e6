import { describe, expect, it } from "vitest"
import { analyzeVba, type VbaAnalysis } from "../../../../core/documents/vba/AnalyzeVba.ts"
import { areRandomNames } from "../../../../core/documents/vba/VbaObfuscation.ts"

const analyze = (...sources: ReadonlyArray<string>): VbaAnalysis =>
  analyzeVba(sources.map((source, at) => ({ name: `Module${at + 1}`, source })))

const onOpen = (body: string, more = ""): VbaAnalysis => analyze(`Sub AutoOpen()\n${body}\nEnd Sub\n${more}`)

describe("an obfuscated source", () => {
  const random = "qxzvkw jhgpqz wvbnxk zzqtrp mkljhv xcvbqw prtghj vbnmzx lkjhgq wzxcvb qwrtzp hjklvb".split(" ")

  it("has names of random letters", () => {
    const source = random.map((name) => `Dim ${name}${name}abc As String`).join("\n")
    expect(analyze(source).obfuscation).toBe("names of random letters")
  })

  it.each([
    ["dim", true],
    ["Const", true],
    ["public", true],
    ["private", true],
    ["global", true],
    ["static", true],
    ["set", true],
    ["let", true],
    ["byval", true],
    ["byref", true],
    ["as", false],
    ["z", false]
  ])("has names after %s: %j", (word, isNamed) => {
    const source = random.map((name) => `y ${word} ${name}${name}abc`).join("\n")
    expect(analyze(source).obfuscation).toBe(isNamed ? "names of random letters" : null)
  })

  it.each(["Xor", "Asc", "AscW", "StrConv", "Chr", "ChrW"])(
    "has 1,024 characters of encoded text next to %s",
    (name) => {
      const encoded = "q1w2".repeat(256)
      const obfuscation = "encoded texts and code that decodes them"
      expect(onOpen(`x = "${encoded}": y ${name}`).obfuscation).toBe(obfuscation)
      expect(onOpen(`x = "${encoded.slice(1)}": y ${name}`).obfuscation).toBeNull()
      expect(onOpen(`x = "${encoded}"`).obfuscation).toBeNull()
      const modules = [{ name: "M", source: `Sub a()\ny ${name}\nEnd Sub` }]
      expect(analyzeVba(modules, [encoded]).obfuscation).toBe(obfuscation)
    }
  )

  it.each([
    "customerName invoiceTotal lastRow firstColumn sheetName reportDate outputPath userId rowCount isValid totalAmount taxRate headerCell",
    "kundenName rechnungsBetrag letzteZeile ersteSpalte tabellenBlatt berichtsDatum ausgabePfad anzahlZeilen istGueltig steuerSatz kopfZelle bereich",
    "nomClient montantFacture derniereLigne premiereColonne feuilleCalcul dateRapport cheminSortie nombreLignes estValide tauxTaxe celluleEntete plage",
    "nombreCliente importeFactura ultimaFila primeraColumna hojaCalculo fechaInforme rutaSalida numeroFilas esValido tasaImpuesto celdaEncabezado rango",
    "nazwaKlienta kwotaFaktury ostatniWiersz pierwszaKolumna arkuszDanych dataRaportu sciezkaWyjscia liczbaWierszy czyPoprawny stawkaPodatku naglowek zakres",
    "strName lngRow intCol dblSum wsSrc wbDst rngTgt arrData objDict blnFlag dtmStart varTmp cnnDb rstData"
  ])("does not have meaningful names: %s", (names) => {
    const source = names.split(" ").map((name) => `Dim ${name} As String`).join("\n")
    expect(analyze(source.repeat(2)).obfuscation).toBeNull()
  })

  it.each([
    ["Chr(48)", 24, true],
    ["Chr(48)", 23, false],
    ["ChrW$(122)", 24, true],
    ["Chr(47)", 24, false],
    ["ChrB(123)", 24, false],
    ["Chr(n)", 24, false],
    ["Chr()", 24, false],
    ["Chr 65", 24, false],
    ["Chr(\"65\")", 24, false],
    ["Chr(13 + 0)", 24, true],
    ["Chr(1+1+1+1+1+1+1+1)", 24, true],
    ["Chr(-1+1+1+1+1+1+1+1)", 24, false],
    ["Asc(65)", 24, false]
  ])("may contain %s %d times: %j", (letter, count, isMade) => {
    expect(onOpen(`f ${`${letter}, `.repeat(count)}1`).obfuscation).toBe(
      isMade ? "texts built from single characters" : null
    )
  })

  it("builds its letters from numbers", () => {
    expect(onOpen(`x = ${"Chr(n) & Chr(100) & Chr(33 Xor 70) & ".repeat(12)}""`).obfuscation).toBe(
      "texts built from single characters"
    )
    expect(onOpen(`x = ${"Chr(13) & Chr(10) & Chr(34) & Chr(233) & Chr(64 + i) & ".repeat(50)}""`).obfuscation)
      .toBeNull()
  })
})

describe("names of random letters", () => {
  /**
   * Returns ten names of eight letter pairs each.
   *
   * Of the 80 pairs, `share` are from `common`, and the others are `qx`.
   */
  const named = (common: ReadonlyArray<string>, share = 80): ReadonlySet<string> => {
    const pairs = Array.from({ length: 80 }, (_, at) => at < share ? common[at % common.length]! : "qx")
    return new Set(Array.from({ length: 10 }, (_, at) => `${pairs.slice(at * 8, at * 8 + 8).join("_")}_${at}`))
  }

  // Many words of Western languages start with a pair of the first group.
  // No pair of the second group occurs in these words.
  it.each([
    ["ab ac ad al an ar at", "aq"],
    ["ba be bi bo br bu bl", "bq bx bz"],
    ["ca ce ch ci co cr cu", "cg cj cx"],
    ["da de di do dr du", "dk dq dx"],
    ["ed el em en er es ev", "ej eq"],
    ["fa fe fi fl fo fr fu", "fb fq fx"],
    ["ga ge gi gl gr gu", "gj gq gx"],
    ["ha he hi ho hu", "hj hq hx"],
    ["id im in io is it", "iq iy"],
    ["ja je jo ju", "jb jq jx"],
    ["ka ke ki ko", "kj kq kx"],
    ["la le li lo lu", "lj lq lx"],
    ["ma me mi mo mu", "mj mq mx"],
    ["na ne ni no nu", "nq nx"],
    ["of ol om on or os", "oq oj"],
    ["pa pe pi pl po pr", "pj pq px"],
    ["qu", "qb qj qz"],
    ["ra re ri ro ru", "rj rq rx"],
    ["sa se si so st su", "sj sq sx"],
    ["ta te ti to tr tu", "tj tq tx"],
    ["ul um un up ur us", "uq uj"],
    ["va ve vi vo", "vj vq vx"],
    ["wa we wi wo wh", "wj wq wx"],
    ["xe xp xt", "xj xq xz"],
    ["ye yo ys", "yj yq yx"],
    ["za ze zi zo", "zj zq zx"]
  ])("do not contain %s, but %s", (common, rare) => {
    expect(areRandomNames(named(common.split(" ")))).toBe(false)
    expect(areRandomNames(named(rare.split(" ")))).toBe(true)
  })

  it("have less than 55% of their pairs from words", () => {
    expect(areRandomNames(named(["ba", "be"], 44))).toBe(false)
    expect(areRandomNames(named(["ba", "be"], 43))).toBe(true)
  })

  it("number at least 10, with 80 pairs in their first 255 letters", () => {
    const names = [...named([], 0)]
    const letters = [..."abcdefghij"]
    expect(areRandomNames(new Set(names.slice(1)).add("QX".repeat(99)))).toBe(true)
    expect(areRandomNames(new Set(names.slice(1)))).toBe(false)
    expect(areRandomNames(new Set([...names.slice(1), names[0]!.slice(3)]))).toBe(false)
    expect(areRandomNames(new Set([...names.slice(2), "qx".repeat(99)]))).toBe(false)
    const late = (blanks: number) =>
      new Set(letters.map((letter) => `${letter}${"_".repeat(blanks)}${"qx".repeat(4)}z`))
    expect(areRandomNames(late(245))).toBe(true)
    expect(areRandomNames(late(246))).toBe(false)
  })
})
