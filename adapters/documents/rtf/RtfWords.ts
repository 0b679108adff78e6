import { codePageDefault } from "./RtfCodePages.ts"
import { beginDestination, type RtfDocument } from "./RtfDocument.ts"
import { nowhere } from "./RtfGroup.ts"

/** `\listoverridecount` is 0, 1 or 9; above, Word writes beside its memory (CVE-2014-1761). */
export const listOverridesMax = 9

/** Does what a control word says. `\bin` and `\u` are not among them. */
export const obey = (document: RtfDocument, word: string, parameter: number | null, isIgnorable: boolean): void => {
  const { fonts, group } = document
  switch (word) {
    case "object":
      return document.beginObject()
    case "objdata":
      return document.beginObjectData()
    case "objupdate":
    case "objautlink":
      if (group.object !== null) group.object.isUpdated = true
      return
    case "objocx":
      if (group.object !== null) group.object.isControl = true
      return
    case "result":
      return document.setSink(group.object?.around ?? group.sink)
    case "field":
      return document.beginField()
    case "fldinst":
      return document.beginInstruction()
    case "fldrslt":
      return document.beginFieldResult()
    case "datafield":
      return document.beginFieldData()
    case "upr":
      group.aroundUpr = group.sink
      return document.setSink(nowhere)
    case "ud":
      return document.setSink(group.aroundUpr ?? group.sink)
    case "sp":
      group.property = { name: "" }
      return
    case "uc":
      group.substitutes = Math.max(0, parameter ?? 1)
      return
    case "fonttbl":
      group.isFontTable = true
      return document.setSink(nowhere)
    case "f":
      if (group.isFontTable) fonts.declare(parameter ?? 0)
      else group.codePage = fonts.codePageOf(parameter ?? 0)
      return
    case "fcharset":
      if (group.isFontTable) fonts.setCharset(parameter ?? 0)
      return
    case "ansicpg":
      fonts.codePage = group.codePage = parameter ?? codePageDefault
      return
    case "mac":
      fonts.codePage = group.codePage = 10_000
      return
    case "plain":
      group.codePage = fonts.codePage
      group.isHidden = false
      return
    case "v":
      group.isHidden = parameter !== 0
      return
    case "nofpages":
      if ((parameter ?? 0) > 0) document.pages = parameter
      return
    case "page":
      document.pageBreaks++
      return beginDestination(document, word, isIgnorable)
    case "fromhtml":
      document.isHtml = true
      return
    case "listoverridecount":
      if ((parameter ?? 0) > listOverridesMax) document.note("exploit", "more list overrides than there may be")
      return
    default:
      return beginDestination(document, word, isIgnorable)
  }
}
