import type { DocumentAction } from "./DocumentAction.ts"

/** Where a link was found. */
export type LinkOrigin = "annotation" | "action" | "field" | "relationship" | "text" | "qr" | "script" | "object"

/**
 * What a document fetches, or has fetched for it, beside what it holds. `template`: attached template. `object`: linked OLE
 * object. `frame`, `subdocument`, `control`, `slide`: loaded as part of the document. `include`: INCLUDETEXT, IMPORT, LINK and
 * DATABASE fields. `image`: pictures, pointer effects, VML. `data`: data connections, web queries, Power Query. `mailmerge`:
 * source of a mail merge. `workbook`: cells of another workbook. `stream`: the content of a PDF stream that lies elsewhere.
 * `script`: a script that lies elsewhere (ODF). `other`: any other external relationship.
 */
export const referenceRoles = [
  "template",
  "object",
  "frame",
  "subdocument",
  "control",
  "slide",
  "include",
  "image",
  "data",
  "mailmerge",
  "workbook",
  "stream",
  "script",
  "media",
  "other"
] as const

export type ReferenceRole = typeof referenceRoles[number]

/** A module of a VBA project. */
export interface VbaModule {
  readonly name: string
  /** Decompressed source text with its `Attribute` lines; empty where there is none. */
  readonly source: string
}

/** Something that an XML form does. */
export interface XfaEvent {
  /** The activity that sets it off, for instance `docReady` or `click`; empty where there is none. */
  readonly activity: string
  /** Source of a script, or the address that is sent to. */
  readonly text: string
}

/**
 * What a reader found: no judgement. `where` names the part, stream or object, for instance `word/document.xml` or
 * `object 12`. Texts are cut to `factCharsMax` by whoever reads them.
 */
export type Fact =
  | { readonly kind: "action"; readonly action: DocumentAction; readonly where: string }
  /** `text` is what a person sees in its place, or null where it is not known. */
  | {
    readonly kind: "link"
    readonly url: string
    readonly text: string | null
    readonly from: LinkOrigin
    readonly where: string
  }
  | { readonly kind: "reference"; readonly role: ReferenceRole; readonly target: string; readonly where: string }
  /** `opened` by what; null: the contents could not be seen. */
  | {
    readonly kind: "encrypted"
    readonly opened: "empty password" | "default password" | null
    readonly where: string
  }
  | { readonly kind: "damaged"; readonly what: string; readonly where: string }
  /** A limit was reached: the rest was not read. */
  | { readonly kind: "cut off"; readonly limit: string; readonly where: string }
  /** A container or an object whose content is not read. `isDocument`: it is the whole file, which is not scanned then. */
  | { readonly kind: "unread"; readonly what: string; readonly isDocument: boolean; readonly where: string }
  /** Something that would grow, or go on, far beyond its size. */
  | { readonly kind: "bomb"; readonly what: string; readonly where: string }
  /** `command`: the whole field or link, for instance `DDEAUTO c:\\windows\\system32\\cmd.exe "/k calc"`. */
  | { readonly kind: "dde"; readonly command: string; readonly where: string }
  | {
    readonly kind: "vba"
    readonly modules: ReadonlyArray<VbaModule>
    /** Texts of the controls of its forms, where code is kept out of the source; not there where there are none. */
    readonly formTexts?: ReadonlyArray<string>
    /** The compiled code names what the source does not (stomping), or there is compiled code and no source. */
    readonly isStomped: boolean
    /** The compiled code was taken out (`_VBA_PROJECT` reduced to its header). */
    readonly isPurged: boolean
    /** In a file whose type says that it has no macros. */
    readonly isMisplaced: boolean
    readonly where: string
  }
  /** An Excel 4.0 macro sheet. `formulas` are texts such as `EXEC("calc.exe")`, in order of appearance. */
  | {
    readonly kind: "xlm"
    readonly sheet: string
    readonly visibility: "visible" | "hidden" | "very hidden"
    readonly formulas: ReadonlyArray<string>
    readonly where: string
  }
  /** A name that a workbook runs by itself: `Auto_Open` and its like. */
  | { readonly kind: "auto name"; readonly name: string; readonly refersTo: string; readonly where: string }
  /** A StarBasic, Python, JavaScript or BeanShell library of an ODF document. */
  | { readonly kind: "odf macro"; readonly language: string; readonly source: string; readonly where: string }
  /** An event of an ODF document that calls a script; `isAutomatic`: on load and the like, not on a click. */
  | {
    readonly kind: "odf event"
    readonly event: string
    readonly target: string
    readonly isAutomatic: boolean
    readonly where: string
  }
  /** An OLE object by its class. `classId` as `0002CE02-0000-0000-C000-000000000046`, in upper case. */
  | {
    readonly kind: "ole object"
    readonly classId: string | null
    readonly progId: string | null
    /** It is updated when the document is opened (RTF `\objupdate`). */
    readonly isUpdated: boolean
    /** It is not written as Office writes it. */
    readonly isMalformed: boolean
    readonly where: string
  }
  | { readonly kind: "activex"; readonly classId: string | null; readonly where: string }
  | { readonly kind: "alternative chunk"; readonly contentType: string; readonly where: string }
  /** A ribbon callback that runs when the document is opened. */
  | { readonly kind: "custom ui"; readonly callback: string; readonly where: string }
  /** Something that makes Office load an add-in: VSTO, `.xlam`, web extension task panes. */
  | { readonly kind: "add-in"; readonly target: string; readonly where: string }
  /** A DTD that declares entities. `external`: they lie elsewhere. `expansion`: they grow. `internal`: neither. */
  | { readonly kind: "xml entity"; readonly entity: "external" | "expansion" | "internal"; readonly where: string }
  /** A ZIP that two programs read differently, or that holds what belongs to none of its entries. */
  | { readonly kind: "tampered archive"; readonly what: string; readonly where: string }
  /** The bytes are at once a live file of another kind, for instance `zip`, `html`, `exe`, `mht`. */
  | { readonly kind: "polyglot"; readonly other: string; readonly where: string }
  /** Written in a way that only hides: `#xx` in a name of a PDF (`/JS`), control words within the data of an RTF object. */
  | { readonly kind: "disguise"; readonly what: string; readonly where: string }
  /** Active, and where no reader of the current revision comes by it. */
  | { readonly kind: "hidden object"; readonly what: string; readonly where: string }
  | { readonly kind: "rich media"; readonly what: string; readonly where: string }
  | {
    readonly kind: "xfa form"
    readonly scripts: ReadonlyArray<XfaEvent>
    /** Where the form is sent to. */
    readonly submits: ReadonlyArray<XfaEvent>
    readonly where: string
  }
  /** Something in a font, an image or a function that only an exploit writes there. */
  | { readonly kind: "exploit"; readonly what: string; readonly where: string }
  /** What a person reads in the document, and on how many pages (null: not known). */
  | {
    readonly kind: "text"
    readonly text: string
    readonly pages: number | null
    /** Of those pages, the ones on which nothing is, where it is known. */
    readonly emptyPages?: number
    /** Largest share of a page that is covered by links, 0 to 1, where it is known. */
    readonly linkArea?: number
    readonly where: string
  }

/** `what` of a document that is damaged as a whole: there is nothing to judge. */
export const nothingReadable = "nothing in it can be read"

/** Characters of any text in a fact. */
export const factCharsMax = 4_096
/** Characters of visible text, of all sources of a document's code together, and of the formulas of a macro sheet. */
export const textCharsMax = 1_000_000
/** Facts of one document; what comes after is counted as cut off. */
export const factsMax = 10_000

/** A file within a document, with its bytes, for whoever looks into it. */
export interface EmbeddedFile {
  /** As the document names it; empty where it does not. */
  readonly name: string
  /** More names of the same file: a package is shown under one, and written to be run under another. */
  readonly otherNames?: ReadonlyArray<string>
  readonly bytes: Uint8Array
  /** How it got there: attached to a PDF, packed as an OLE object, a part of the package, or put in the text. */
  readonly as: "attachment" | "ole package" | "ole object" | "package part" | "alternative chunk" | "decrypted" | "form"
  readonly where: string
}

/** What a reader returns. */
export interface Reading {
  readonly facts: ReadonlyArray<Fact>
  readonly files: ReadonlyArray<EmbeddedFile>
}
