import { type Findings, truncateFactText } from "../reading/Findings.ts"

/** Destinations with visible text outside the main text. */
const visibleDestinations =
  "annotation dptxbxtext footer footerf footerl footerr footnote header headerf headerl headerr shptxt"

/** Destinations whose text is collected separately from the document's text, by keyword. */
export const collectedDestinations = [
  "file",
  "hlsrc",
  "htmltag",
  "mmconnectstr",
  "mmdatasource",
  "mmheadersource",
  "mmodsosrc",
  "nextfile",
  "objclass",
  "oleclsid",
  "sn",
  "sv",
  "template"
] as const

export type CollectedDestination = typeof collectedDestinations[number]

/**
 * Destinations of RTF 1.9.1 without document text. The list omits destinations such as `private` and `rsidtbl`, because
 * Word reads their content as part of the surrounding destination.
 */
const ignoredDestinations = `
aftncn aftnsep aftnsepc atnauthor atndate atnid atnparent atnref atrfend atrfstart author background bkmkend bkmkstart
blipuid buptim category colorschememapping colortbl comment company creatim datastore defchp defpap do doccomm docvar ebcend
ebcstart factoidname falt fchars ffdeftext ffentrymcr ffexitmcr ffformat ffhelptext ffl ffname ffstattext filetbl fldtype
fontemb formfield ftncn ftnsep ftnsepc g generator gridtbl hl hlfr hlinkbase hlloc hsv info keywords latentstyles lchars
levelnumbers leveltext lfolevel linkval list listlevel listname listoverride listoverridetable listpicture liststylename
listtable listtext lsdlockedexcept macc maccPr mailmerge malnScr manager margPr margSz mbar mbarPr mbaseJc mbegChr mborderBox
mborderBoxPr mbox mboxPr mchr mcount mctrlPr md mdeg mdegHide mden mdiff mdPr me mendChr meqArr meqArrPr mf mfName mfPr mfunc
mfuncPr mgroupChr mgroupChrPr mgrow mhideBot mhideLeft mhideRight mhideTop mlim mlimLoc mlimLow mlimLowPr mlimUpp mlimUppPr mm
mmaddfieldname mmathPict mmaxDist mmc mmcJc mmconnectstrdata mmcPr mmcs mmmailsubject mmodso mmodsofilter mmodsofldmpdata
mmodsomappedname mmodsoname mmodsorecipdata mmodsosort mmodsotable mmodsoudl mmodsoudldata mmodsouniquetag mmPr mmquery mnary
mnaryPr mnoBreak mnum mobjDist moMath moMathPara moMathParaPr mopEmu mphant mphantPr mplcHide mpos mr mrad mradPr mrPr msepChr
mshow mshp msPre msPrePr msSub msSubPr msSubSup msSubSupPr msSup msSupPr mstrikeBLTR mstrikeH mstrikeTLBR mstrikeV msub msubHide
msup msupHide mtransp mtype mvertJc mvfmf mvfml mvtof mvtol mzeroAsc mzeroDesc mzeroWid nesttableprops nonesttables objalias
objname objsect oldcprops oldpprops oldsprops oldtprops operator panose password passwordhash pgp pgptbl picprop pict pn pnaiu
pnaiud pnseclvl pntext pntxta pntxtb printim propname protend protstart protusertbl revtbl revtim rxe shp shpgrp shpinst shppict
shprslt staticval stylesheet subject svb tc themedata title txe userprops wgrffmtfilter windowcaption writereservation
writereservhash xe xform xmlattrname xmlattrvalue xmlclose xmlname xmlnstbl xmlopen`

const splitWords = (list: string): ReadonlyArray<string> => list.trim().split(/\s+/)

/**
 * Use of a destination's text: `shown` adds it to the visible text, a keyword collects it separately, and `passed over`
 * skips it.
 */
export type Destination = "shown" | CollectedDestination | "passed over"

const destinations: ReadonlyMap<string, Destination> = new Map<string, Destination>([
  ...splitWords(visibleDestinations).map((word) => [word, "shown"] as const),
  ...collectedDestinations.map((word) => [word, word] as const),
  ...splitWords(ignoredDestinations).map((word) => [word, "passed over"] as const)
])

/**
 * Returns the use of a destination's text. Returns undefined for words that are not destinations, and for destinations
 * that `RtfControlWords` handles.
 */
export const destinationOf = (word: string): Destination | undefined => destinations.get(word)

/** Control words that represent characters (RTF 1.9.1, "Special Characters"). */
export const characterWords: ReadonlyMap<string, string> = new Map([
  ["par", "\n"],
  ["line", "\n"],
  ["page", "\n"],
  ["sect", "\n"],
  ["row", "\n"],
  ["nestrow", "\n"],
  ["column", "\n"],
  ["tab", "\t"],
  ["cell", "\t"],
  ["nestcell", "\t"],
  ["emdash", "\u2014"],
  ["endash", "\u2013"],
  ["lquote", "\u2018"],
  ["rquote", "\u2019"],
  ["ldblquote", "\u201c"],
  ["rdblquote", "\u201d"],
  ["bullet", "\u2022"],
  ["emspace", " "],
  ["enspace", " "],
  ["qmspace", " "]
])

/** Adds the facts in the collected text of a destination. */
export const reportDestination = (
  word: CollectedDestination,
  content: string,
  isEscaped: boolean,
  findings: Findings
): void => {
  const target = truncateFactText(content.trim())
  if (target === "") return
  switch (word) {
    case "template":
      findings.add({ kind: "reference", role: "template", target, where: "template" })
      if (isEscaped) {
        findings.add({ kind: "disguise", detail: "escaped letters in the template's path", where: "template" })
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

/** Adds a fact if a property of a shape is suspicious. */
export const addShapeProperty = (name: string, value: string, findings: Findings): void => {
  const plain = value.trim()
  // A remote picture path is reported, because its only use is to load the picture from there.
  if (name === "pibName" && /^(?:[a-z][a-z0-9+.-]{2,20}:)?(?:\/\/|\\\\)/i.test(plain)) {
    findings.add({ kind: "reference", role: "image", target: truncateFactText(plain), where: "shape" })
  }
  // An array of numbers is harmless. Raw bytes can exploit CVE-2010-3333.
  if (name.toLowerCase() === "pfragments" && /^\d+;\d+;[0-9a-f]{9}/i.test(plain.replaceAll(/\s/g, ""))) {
    findings.add({ kind: "exploit", detail: "pFragments of a shape", where: "shape" })
  }
}
