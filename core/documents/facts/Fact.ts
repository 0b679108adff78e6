import type { DocumentAction } from "./DocumentAction.ts"

/** Where a link was found. */
export type LinkOrigin = "annotation" | "action" | "field" | "relationship" | "text" | "qr" | "script" | "object"

/**
 * Role of an external resource that the document loads. `template`: attached template. `object`: linked OLE object.
 * `frame`, `subdocument`, `control`, `slide`: loaded as part of the document. `include`: INCLUDETEXT, IMPORT, LINK and
 * DATABASE fields. `image`: pictures, pointer effects, VML. `data`: data connections, web queries, Power Query.
 * `mailmerge`: source of a mail merge. `workbook`: cells of another workbook. `stream`: external content of a PDF
 * stream. `script`: external script (ODF). `media`: sound and video. `other`: any other external relationship.
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

/** How text is hidden. `text layer of a scan`: invisible text on a page that an image covers. */
export type HiddenTextKind =
  | "invisible text"
  | "text layer of a scan"
  | "text in the color of the page"
  | "tiny text"
  | "text outside of the page"
  | "text formatted as hidden"
  | "a hidden slide"
  | "metadata"
  | "an alternative text"
  | "tag characters"
  | "variation selectors"
  | "zero-width characters"
  | "an element that is not shown"
  | "a hidden sheet, row or column"

export interface VbaModule {
  readonly name: string
  /** Decompressed source code including its `Attribute` lines; empty if there is none. */
  readonly source: string
}

/** An event of an XFA form. */
export interface XfaEvent {
  /** Activity that triggers the event, for example `docReady` or `click`; empty if unknown. */
  readonly activity: string
  /** Source code of a script, or the submit address. */
  readonly text: string
}

/**
 * A fact that a reader found, without judgment. `where` names the part, stream or object, for example
 * `word/document.xml` or `object 12`. The reader truncates most strings to `factCharsMax`.
 */
export type Fact =
  | { readonly kind: "action"; readonly action: DocumentAction; readonly where: string }
  /** `text` is the displayed link text; null if unknown. */
  | {
    readonly kind: "link"
    readonly url: string
    readonly text: string | null
    readonly from: LinkOrigin
    readonly where: string
  }
  | { readonly kind: "reference"; readonly role: ReferenceRole; readonly target: string; readonly where: string }
  /** `opened` is the password that decrypted the content; null if it could not be decrypted. */
  | {
    readonly kind: "encrypted"
    readonly opened: "empty password" | "default password" | null
    readonly where: string
  }
  | { readonly kind: "damaged"; readonly detail: string; readonly where: string }
  /** A limit was reached and the rest was not read. */
  | { readonly kind: "cut off"; readonly limit: string; readonly where: string }
  /** A container or object with unread content. `isDocument`: the container is the whole file. */
  | { readonly kind: "unread"; readonly detail: string; readonly isDocument: boolean; readonly where: string }
  /** Content that expands far beyond its size or does not terminate. */
  | { readonly kind: "bomb"; readonly detail: string; readonly where: string }
  /** `command`: the whole field or link, for example `DDEAUTO c:\\windows\\system32\\cmd.exe "/k calc"`. */
  | { readonly kind: "dde"; readonly command: string; readonly where: string }
  | {
    readonly kind: "vba"
    readonly modules: ReadonlyArray<VbaModule>
    /** Texts of form controls, which macros use to keep code out of the source; absent if there are none. */
    readonly formTexts?: ReadonlyArray<string>
    /**
     * The compiled code contains names that the source lacks (VBA stomping), or there is compiled code without source.
     */
    readonly isStomped: boolean
    /** The compiled code was removed (`_VBA_PROJECT` reduced to its header). */
    readonly isPurged: boolean
    /** The file's type does not allow macros. */
    readonly isMisplaced: boolean
    readonly where: string
  }
  /** An Excel 4.0 macro sheet. `formulas` contains strings such as `EXEC("calc.exe")`, in order of appearance. */
  | {
    readonly kind: "xlm"
    readonly sheet: string
    readonly visibility: "visible" | "hidden" | "very hidden"
    readonly formulas: ReadonlyArray<string>
    readonly where: string
  }
  /** A defined name that a workbook runs automatically, such as `Auto_Open`. */
  | { readonly kind: "auto name"; readonly name: string; readonly refersTo: string; readonly where: string }
  /** A StarBasic, Python, JavaScript or BeanShell library of an ODF document. */
  | { readonly kind: "odf macro"; readonly language: string; readonly source: string; readonly where: string }
  /** An ODF event that calls a script. `isAutomatic`: triggered without a click, for example on load. */
  | {
    readonly kind: "odf event"
    readonly event: string
    readonly target: string
    readonly isAutomatic: boolean
    readonly where: string
  }
  /** An OLE object and its class. `classId` is formatted as `0002CE02-0000-0000-C000-000000000046`, in upper case. */
  | {
    readonly kind: "ole object"
    readonly classId: string | null
    readonly progId: string | null
    /** The object is updated when the document is opened (RTF `\objupdate`). */
    readonly isUpdated: boolean
    /** The object is encoded differently from how Office writes it. */
    readonly isMalformed: boolean
    readonly where: string
  }
  | {
    readonly kind: "activex"
    readonly classId: string | null
    /** Address of the web page that the control shows; absent if there is none. */
    readonly location?: string
    readonly where: string
  }
  | { readonly kind: "alternative chunk"; readonly contentType: string; readonly where: string }
  /** A ribbon callback that runs when the document is opened. */
  | { readonly kind: "custom ui"; readonly callback: string; readonly where: string }
  /** Content that makes Office load an add-in: VSTO, `.xlam`, web extension task panes. */
  | { readonly kind: "add-in"; readonly target: string; readonly where: string }
  /**
   * A DTD that declares entities. `external`: entities or the DTD are loaded from elsewhere. `expansion`: entities are
   * long or contain other entities. `internal`: all other entities.
   */
  | { readonly kind: "xml entity"; readonly entity: "external" | "expansion" | "internal"; readonly where: string }
  /** A ZIP whose content depends on the program that reads it, or that contains data outside its entries. */
  | { readonly kind: "tampered archive"; readonly detail: string; readonly where: string }
  /** The bytes are also a valid file of another type, for example `zip`, `html`, `exe` or `mht`. */
  | { readonly kind: "polyglot"; readonly other: string; readonly where: string }
  /** Syntax that only serves to hide content: `#xx` in a PDF name (`/JS`), control words within RTF object data. */
  | { readonly kind: "disguise"; readonly detail: string; readonly where: string }
  /**
   * Active content that a viewer does not reach: an object that a later PDF revision replaced, or a macro sheet that
   * the workbook does not list.
   */
  | { readonly kind: "hidden object"; readonly detail: string; readonly where: string }
  /** An action that some viewers run and others do not, because they use different objects of the file. */
  | { readonly kind: "disagreement"; readonly detail: string; readonly where: string }
  /** Text that a reader of the document does not see, but a program does. */
  | { readonly kind: "hidden text"; readonly how: HiddenTextKind; readonly text: string; readonly where: string }
  | { readonly kind: "rich media"; readonly detail: string; readonly where: string }
  | {
    readonly kind: "xfa form"
    readonly scripts: ReadonlyArray<XfaEvent>
    /** Events that submit the form. */
    readonly submits: ReadonlyArray<XfaEvent>
    readonly where: string
  }
  /** Content of a font, image or function that only an exploit uses. */
  | { readonly kind: "exploit"; readonly detail: string; readonly where: string }
  /** Visible text of the document and its number of pages (null: unknown). */
  | {
    readonly kind: "text"
    readonly text: string
    readonly pages: number | null
    /** Number of empty pages; absent if unknown. */
    readonly emptyPages?: number
    /** Largest share of a page's area that links cover, 0 to 1; absent if unknown. */
    readonly linkArea?: number
    readonly where: string
  }

/** Value of `detail` in a `damaged` fact if no part of the document can be read. */
export const nothingReadable = "nothing in it can be read"

/** Maximum characters of most strings in a fact. */
export const factCharsMax = 4_096
/** Maximum characters of a document's visible text, of its source code in total, and of a macro sheet's formulas. */
export const textCharsMax = 1_000_000
/** Maximum facts of one document; the rest is reported as cut off. */
export const factsMax = 10_000

/** A file embedded in a document, with its bytes for further reading. */
export interface EmbeddedFile {
  /** Name of the file in the document; empty if there is none. */
  readonly name: string
  /** Other names of the file: a package can be displayed under one name and extracted under another. */
  readonly otherNames?: ReadonlyArray<string>
  readonly bytes: Uint8Array
  /**
   * How the file is embedded. `alternative chunk`: text in another format, which Word imports. `decrypted`: content of
   * an encrypted document.
   */
  readonly as: "attachment" | "ole package" | "ole object" | "package part" | "alternative chunk" | "decrypted" | "form"
  readonly where: string
}

/** Facts and embedded files that a reader found in a document. */
export interface ReaderResult {
  readonly facts: ReadonlyArray<Fact>
  readonly files: ReadonlyArray<EmbeddedFile>
}
