import { analyzeVba } from "../../../core/documents/vba/AnalyzeVba.ts"
import { makeCompoundFile } from "../../adapters/documents/ole/MakeCompoundFile.ts"
import { makeDoc } from "../../adapters/documents/ole/MakeDoc.ts"
import { macros } from "../../adapters/documents/reasons/OfficeParts.ts"
import { makeVba } from "../../adapters/documents/vba/MakeVba.ts"
import { nearBasic, ofDocument } from "./OfDocument.ts"
import { ofText, type Reader } from "./Reader.ts"

const oneLine = (text: string): string => text.replaceAll(/["\r\n]/g, " ")

/** Compressing the source takes longer than reading it. */
const vbaChars = 1_024

/** Readers of macros: of their source, and from the containing bytes to the findings. */
export const vbaReaders: ReadonlyArray<Reader> = [
  ofText("VBA: source", (source) => analyzeVba([{ name: "M", source: `Sub AutoOpen()\n${source}\nEnd Sub\n` }]), {
    near: nearBasic
  }),
  ofText(
    "VBA: text in source",
    (text) => analyzeVba([{ name: "M", source: `Sub AutoOpen()\nShell "${oneLine(text)}"\nEnd Sub\n` }]),
    {
      near: ["powershell ", "cmd /c ", "http://a "]
    }
  ),
  ofText(
    "VBA: texts of forms",
    (text) => analyzeVba([{ name: "M", source: "Sub AutoOpen()\nShell A.Text\nEnd Sub\n" }], [text]),
    { near: nearBasic }
  ),
  ofText(
    "VBA: declaration",
    (text) => analyzeVba([{ name: "M", source: `Declare Sub A Lib "${oneLine(text)}" ()\n` }]),
    { near: ["\\\\", "/temp", "C:\\"] }
  ),
  {
    ...ofDocument(
      "VBA: project",
      (text) =>
        makeCompoundFile({ ...makeDoc({}), "Macros/VBA/dir": text, "Macros/VBA/M": text, "Macros/PROJECT": text })
    ),
    chars: vbaChars
  },
  {
    ...ofDocument("VBA: document", (text) => macros(`Sub AutoOpen()\n${text}\nEnd Sub\n`), nearBasic),
    chars: vbaChars
  },
  { ...ofDocument("VBA: template", (text) => makeVba([{ name: "M", source: text }]), nearBasic), chars: vbaChars }
]
