import { describe, expect, it } from "vitest"
import { makeScan } from "../../../scripts/seed/Documents.ts"
import { Random } from "../../../scripts/seed/Random.ts"

const random = new Random(1)
const scans = Array.from({ length: 4_000 }, () => makeScan(random, 0))
const endingOf = (fileName: string) => fileName.slice(fileName.lastIndexOf(".") + 1)
const withMacros = scans.filter(({ findings }) =>
  findings.some(({ message, where }) => /macro|AutoOpen|Workbook_Open/i.test(message) || /vba/i.test(where))
)

describe("seeded documents", () => {
  it("have macros only if their file type supports them", () => {
    expect(new Set(withMacros.map(({ fileName }) => endingOf(fileName)))).toEqual(new Set(["doc", "docm", "xlsm"]))
    expect(withMacros.every(({ summary }) => summary.hasMacros)).toBe(true)
  })

  it("name the parts of their own format", () => {
    const parts: Readonly<Record<string, RegExp>> = { docx: /^word\//, docm: /^word\//, xlsx: /^xl\//, pptx: /^ppt\// }
    for (const { fileName, findings } of scans) {
      for (const { code, where } of findings) {
        const part = code === "REMOTE_CONTENT" || code === "CREDENTIAL_LEAK_PATH"
          ? parts[endingOf(fileName)]
          : undefined
        if (part !== undefined) expect(where, fileName).toMatch(part)
      }
    }
  })

  it("show no links if a password protects them", () => {
    const sealed = scans.filter(({ findings }) => findings.some(({ code }) => code === "ENCRYPTED"))
    expect(sealed.length).toBeGreaterThan(10)
    expect(sealed.every(({ summary }) => summary.linksFound === 0)).toBe(true)
  })
})
