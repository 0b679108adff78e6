import { factText, type Findings } from "../reading/Findings.ts"
import type { GatheredWord } from "./RtfDestinations.ts"

/** What the text of a destination means for the whole document. */
export const addUse = (word: GatheredWord, content: string, isEscaped: boolean, findings: Findings): void => {
  const target = factText(content.trim())
  if (target === "") return
  switch (word) {
    case "template":
      findings.add({ kind: "reference", role: "template", target, where: "template" })
      if (isEscaped) {
        findings.add({ kind: "disguise", what: "escaped letters in the template's path", where: "template" })
      }
      break
    case "mmdatasource":
    case "mmheadersource":
    case "mmodsosrc":
    case "mmconnectstr":
      findings.add({ kind: "reference", role: "mailmerge", target, where: "mail merge" })
      break
    case "file":
      findings.add({ kind: "reference", role: "subdocument", target, where: "file table" })
      break
    case "nextfile":
      findings.add({ kind: "reference", role: "other", target, where: "next file" })
      break
    case "hlsrc":
      findings.add({ kind: "link", url: target, text: null, from: "object", where: "shape" })
      break
  }
}

/** A property of a shape. */
export const addShapeProperty = (name: string, value: string, findings: Findings): void => {
  const plain = value.trim()
  // A picture's own place is of no use but to load it from there.
  if (name === "pibName" && /^(?:[a-z][a-z0-9+.-]{2,20}:)?(?:\/\/|\\\\)/i.test(plain)) {
    findings.add({ kind: "reference", role: "image", target: factText(plain), where: "shape" })
  }
  // Written as an array of numbers it is harmless; as raw bytes it is CVE-2010-3333.
  if (name.toLowerCase() === "pfragments" && /^\d+;\d+;[0-9a-f]{9}/i.test(plain.replaceAll(/\s/g, ""))) {
    findings.add({ kind: "exploit", what: "pFragments of a shape", where: "shape" })
  }
}
