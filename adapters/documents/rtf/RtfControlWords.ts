import { codePageDefault } from "./RtfCodePages.ts"
import { beginDestination, type RtfDocument } from "./RtfDocument.ts"
import { discardSink } from "./RtfGroup.ts"

/** Maximum size of letters that cannot be read, in half-points. */
const tinyHalfPointsMax = 3

/** Maximum of `\listoverridecount`, which is 0, 1 or 9. Larger values make Word write out of bounds (CVE-2014-1761). */
export const listOverridesMax = 9

/** Executes a control word, except `\bin` and `\u`, which the caller handles. */
export const executeControlWord = (
  document: RtfDocument,
  word: string,
  parameter: number | null,
  isIgnorable: boolean
): void => {
  const handler = handlers.get(word)
  if (handler === undefined) beginDestination(document, word, isIgnorable)
  else handler(document, parameter, isIgnorable)
}

type Handler = (document: RtfDocument, parameter: number | null, isIgnorable: boolean) => void

const updateObject: Handler = ({ group }) => {
  if (group.object !== null) group.object.isUpdated = true
}

/** Handlers by control word. Any other word may start a destination. */
const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ["object", (document) => document.beginObject()],
  ["objdata", (document) => document.beginObjectData()],
  ["objupdate", updateObject],
  ["objautlink", updateObject],
  ["objocx", ({ group }) => {
    if (group.object !== null) group.object.isControl = true
  }],
  ["result", (document) => document.setSink(document.group.object?.around ?? document.group.sink)],
  ["field", (document) => document.beginField()],
  ["fldinst", (document) => document.beginInstruction()],
  ["fldrslt", (document) => document.beginFieldResult()],
  ["datafield", (document) => document.beginFieldData()],
  ["upr", (document) => {
    document.group.aroundUpr = document.group.sink
    document.setSink(discardSink)
  }],
  ["ud", (document) => document.setSink(document.group.aroundUpr ?? document.group.sink)],
  ["sp", ({ group }) => {
    group.property = { name: "" }
  }],
  ["uc", ({ group }, parameter) => {
    group.substitutes = Math.max(0, parameter ?? 1)
  }],
  ["fonttbl", (document) => {
    document.group.isFontTable = true
    document.setSink(discardSink)
  }],
  ["f", ({ fonts, group }, parameter) => {
    if (group.isFontTable) fonts.declare(parameter ?? 0)
    else group.codePage = fonts.codePageOf(parameter ?? 0)
  }],
  ["fcharset", ({ fonts, group }, parameter) => {
    if (group.isFontTable) fonts.setCharset(parameter ?? 0)
  }],
  ["ansicpg", ({ fonts, group }, parameter) => {
    fonts.codePage = group.codePage = parameter ?? codePageDefault
  }],
  ["mac", ({ fonts, group }) => {
    fonts.codePage = group.codePage = 10_000
  }],
  ["plain", ({ fonts, group }) => {
    group.codePage = fonts.codePage
    group.isHidden = false
    group.isTiny = false
  }],
  ["fs", ({ group }, parameter) => {
    group.isTiny = parameter !== null && parameter > 0 && parameter <= tinyHalfPointsMax
  }],
  ["v", ({ group }, parameter) => {
    group.isHidden = parameter !== 0
  }],
  ["nofpages", (document, parameter) => {
    if ((parameter ?? 0) > 0) document.pages = parameter
  }],
  ["page", (document, _, isIgnorable) => {
    document.pageBreaks++
    beginDestination(document, "page", isIgnorable)
  }],
  ["fromhtml", (document) => {
    document.isHtml = true
  }],
  ["listoverridecount", (document, parameter) => {
    if ((parameter ?? 0) > listOverridesMax) document.report("exploit", "more list overrides than there may be")
  }]
])
