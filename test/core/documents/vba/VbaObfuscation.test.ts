import { describe, expect, it } from "vitest"
import { analyzeVba, type VbaAnalysis } from "../../../../core/documents/vba/AnalyzeVba.ts"

const analyze = (...sources: ReadonlyArray<string>): VbaAnalysis =>
  analyzeVba(sources.map((source, at) => ({ name: `Module${at + 1}`, source })))

const onOpen = (body: string, more = ""): VbaAnalysis => analyze(`Sub AutoOpen()\n${body}\nEnd Sub\n${more}`)

describe("a source that nobody can read", () => {
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
  ])("has names behind %s: %j", (word, isNamed) => {
    const source = random.map((name) => `y ${word} ${name}${name}abc`).join("\n")
    expect(analyze(source).obfuscation).toBe(isNamed ? "names of random letters" : null)
  })

  it.each(["Xor", "Asc", "AscW", "StrConv", "Chr", "ChrW"])(
    "has 1 024 characters of encoded text beside %s",
    (name) => {
      const encoded = "q1w2".repeat(256)
      const obfuscation = "encoded texts beside code that decodes"
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
  ])("has not those of people: %s", (names) => {
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
  ])("may hold %s %d times: %j", (letter, count, isMade) => {
    expect(onOpen(`f ${`${letter}, `.repeat(count)}1`).obfuscation).toBe(
      isMade ? "texts made of single characters" : null
    )
  })

  it("makes its letters of numbers", () => {
    expect(onOpen(`x = ${"Chr(n) & Chr(100) & Chr(33 Xor 70) & ".repeat(12)}""`).obfuscation).toBe(
      "texts made of single characters"
    )
    expect(onOpen(`x = ${"Chr(13) & Chr(10) & Chr(34) & Chr(233) & Chr(64 + i) & ".repeat(50)}""`).obfuscation)
      .toBeNull()
  })
})
