import { analyzeVba } from "../../../core/documents/vba/AnalyzeVba.ts"
import { makeCompoundFile } from "../../adapters/documents/ole/MakeCompoundFile.ts"
import { makeDoc } from "../../adapters/documents/ole/MakeDoc.ts"
import { macros } from "../../adapters/documents/reasons/OfficeParts.ts"
import { makeVba } from "../../adapters/documents/vba/MakeVba.ts"
import { basicPumps, documentReader } from "./DocumentReader.ts"
import { type Reader, textReader } from "./Reader.ts"

const oneLine = (text: string): string => text.replaceAll(/["\r\n]/g, " ")

/** Characters of a text in compressed source. It is short because compressing takes longer than reading. */
const vbaChars = 1_024

/** Readers of macros. Some read the source, and others a whole document from its bytes to its findings. */
export const vbaReaders: ReadonlyArray<Reader> = [
  textReader("VBA: source", (source) => analyzeVba([{ name: "M", source: `Sub AutoOpen()\n${source}\nEnd Sub\n` }]), {
    pumps: basicPumps
  }),
  textReader(
    "VBA: text in source",
    (text) => analyzeVba([{ name: "M", source: `Sub AutoOpen()\nShell "${oneLine(text)}"\nEnd Sub\n` }]),
    {
      pumps: ["powershell ", "cmd /c ", "http://a "]
    }
  ),
  textReader(
    "VBA: texts of forms",
    (text) => analyzeVba([{ name: "M", source: "Sub AutoOpen()\nShell A.Text\nEnd Sub\n" }], [text]),
    { pumps: basicPumps }
  ),
  textReader(
    "VBA: declaration",
    (text) => analyzeVba([{ name: "M", source: `Declare Sub A Lib "${oneLine(text)}" ()\n` }]),
    { pumps: ["\\\\", "/temp", "C:\\"] }
  ),
  {
    ...documentReader(
      "VBA: project",
      (text) =>
        makeCompoundFile({ ...makeDoc({}), "Macros/VBA/dir": text, "Macros/VBA/M": text, "Macros/PROJECT": text })
    ),
    chars: vbaChars
  },
  {
    ...documentReader("VBA: document", (text) => macros(`Sub AutoOpen()\n${text}\nEnd Sub\n`), basicPumps),
    chars: vbaChars
  },
  { ...documentReader("VBA: template", (text) => makeVba([{ name: "M", source: text }]), basicPumps), chars: vbaChars }
]
