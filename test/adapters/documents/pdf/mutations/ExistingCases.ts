import { pdfCases } from "../../reasons/PdfCases.ts"
import { calls, elsewhere, places } from "../CallsHome.ts"
import type { Objects } from "../MakePdf.ts"
import { plainFont, stream } from "../pages/MakePage.ts"
import type { MustBlock } from "./MustBlock.ts"

/** Minimum penalty of a reason that alone blocks a document. */
const blockPenaltyMin = 31

/**
 * Adds a page to objects without one, so that viewers open the file. Its text shows whether they can decode its
 * streams.
 */
const withPage = (objects: Objects): Objects => {
  const isShown = objects[1]!.includes("/Pages")
  return {
    ...objects,
    ...isShown ? {} : {
      1: objects[1]!.replace(/>>$/, "/Pages 40 0 R>>"),
      40: "<</Type/Pages/Kids[41 0 R]/Count 1>>",
      41: "<</Type/Page/Parent 40 0 R/MediaBox[0 0 200 100]/Contents 42 0 R/Resources<</Font<</F 43 0 R>>>>>>",
      42: stream("BT /F 10 Tf 10 50 Td (Minutes) Tj ET"),
      43: plainFont
    },
    ...isShown && !objects[2]!.includes("/Count") ? { 2: objects[2]!.replace("<<", "<</Type/Pages/Count 1") } : {}
  }
}

/** Returns the objects of a file that `makePdf` has made without a disguise. */
const objectsOf = (bytes: Uint8Array): Objects => {
  const file = Buffer.from(bytes).toString("latin1")
  return Object.fromEntries(
    [...file.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj\n/gm)].map(([, number, text]) => [number, text!])
  )
}

/** Codes of documents that contain other documents, or are no longer the same after they are written again. */
const excluded: ReadonlySet<string> = new Set(["POLYGLOT", "EMBEDDED_ACTIVE_DOCUMENT"])

/** Documents of the tests of reasons that block a document. */
const ofReasons: ReadonlyArray<MustBlock> = pdfCases.flatMap(({ code, penalty, raises }, at) => {
  const objects = objectsOf(raises)
  return penalty < blockPenaltyMin || excluded.has(code) || objects[1] === undefined
    ? []
    : [{ name: `document ${at} of the reasons`, code, objects: withPage(objects) }]
})

/** Documents that call home when they are opened, from each place. */
const ofCalls: ReadonlyArray<MustBlock> = places.filter(([, trigger]) => trigger === "open").flatMap((
  [place, , make]
) =>
  calls.map(([kind, action]) => ({
    name: `${kind} at ${place}`,
    code: null,
    objects: withPage({ ...make(action), ...elsewhere })
  }))
)

/** PDFs of other tests that must be blocked. */
export const existingCases: ReadonlyArray<MustBlock> = [...ofReasons, ...ofCalls]
