import { Tokenizer } from "htmlparser2"
import type { Budget } from "../reading/Budget.ts"
import type { Findings } from "../reading/Findings.ts"

/** Decoded attributes of a tag by lower-case name. If an attribute is repeated, the first value counts. */
export type HtmlAttributes = ReadonlyMap<string, string>

/** Receives the content of a page in order. Names of elements are in lower case. */
export interface HtmlHandler {
  readonly open: (name: string, attributes: HtmlAttributes) => void
  readonly close: (name: string) => void
  readonly text: (text: string) => void
  /** Receives the whole content of a script or style sheet after its `open`. */
  readonly source: (name: "script" | "style", text: string) => void
}

/** Maximum attributes of one tag. */
export const attributesMax = 1_000
/** Maximum nesting of conditional comments, documents in `srcdoc`, and fallback content. */
export const htmlNestingMax = 4
/** Characters that are read before the budget is checked again. */
const chunkChars = 65_536
/** Bytes that one tag counts toward `lexedBytesMax`, besides its characters. */
const tagBytes = 12
/** Bytes that a page within a page counts toward `lexedBytesMax`, besides its characters and tags. */
const innerPageBytes = 512

/**
 * Reads HTML as browsers do (HTML Standard, 13.2.5), and also what only mail programs and Office show: conditional
 * comments, and the fallback content of frames.
 *
 * @param where name of the page in findings
 */
export const readHtml = (
  html: string,
  handler: HtmlHandler,
  budget: Budget,
  findings: Findings,
  where: string
): void => new HtmlReader(html, handler, { budget, findings, where }, 0).read()

interface Context {
  readonly budget: Budget
  readonly findings: Findings
  readonly where: string
}

/** Ends a tag within or outside of a quoted value. */
const tagEnd = "\"'>"

/** Elements whose content is text for browsers, but markup for programs that do not know the element. */
const fallbackElements: ReadonlySet<string> = new Set(["iframe", "noembed", "noframes"])

/** Elements within SVG and MathML whose content is HTML (HTML Standard, 13.2.4.2, "integration point"). */
const integrationElements: ReadonlySet<string> = new Set(
  ["annotation-xml", "desc", "foreignobject", "mi", "mn", "mo", "ms", "mtext", "title"]
)

/** Start tags that end SVG and MathML (HTML Standard, 13.2.6.5). */
const breakoutElements: ReadonlySet<string> = new Set(
  ("b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr " +
    "ol p pre ruby s small span strong strike sub sup table tt u ul var").split(" ")
)

/** Matches the start of a conditional comment (Microsoft, "About conditional comments"). */
const conditionalStart = /^\s{0,9}\[if\b[^\]]{0,400}\]>/i

class HtmlReader {
  private readonly html: string
  private readonly handler: HtmlHandler
  private readonly context: Context
  private readonly depth: number
  private tag: string | null = null
  private attributes = new Map<string, string>()
  private attribute = ""
  private value: string | null = null
  private tags = 0
  /** Element whose content is collected, instead of being passed on as text. */
  private collected: string | null = null
  private content: Array<string> = []
  /** Number of open SVG and MathML elements. */
  private foreign = 0
  private isForeign = false

  constructor(html: string, handler: HtmlHandler, context: Context, depth: number) {
    this.html = html
    this.handler = handler
    this.context = context
    this.depth = depth
  }

  read(): void {
    const { budget } = this.context
    const tokenizer = new Tokenizer({ decodeEntities: true }, {
      onopentagname: (start, end) => this.beginTag(this.html.slice(start, end)),
      onattribname: (start, end) => {
        this.attribute = this.html.slice(start, end).toLowerCase()
        this.value = null
      },
      onattribdata: (start, end) => this.addValue(this.html.slice(start, end)),
      onattribentity: (codePoint) => this.addValue(String.fromCodePoint(codePoint)),
      onattribend: () => this.endAttribute(),
      onopentagend: () => this.endTag(),
      onselfclosingtag: () => {
        const { tag } = this
        this.endTag()
        if (tag !== null && this.isForeign) this.close(tag)
      },
      onclosetag: (start, end) => this.close(this.html.slice(start, end).toLowerCase()),
      ontext: (start, end) => this.addText(this.html.slice(start, end)),
      ontextentity: (codePoint) => this.addText(String.fromCodePoint(codePoint)),
      oncdata: (start, end, offset) => this.addText(this.html.slice(start, end - offset)),
      oncomment: (start, end, offset) => this.addComment(start, end - offset),
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
      isInForeignContext: () => this.isForeign
    })
    for (let at = 0; at < this.html.length; at += chunkChars) {
      const chunk = this.html.slice(at, at + chunkChars)
      this.tags = 0
      tokenizer.write(chunk)
      if (!budget.takeLexed(chunk.length + this.tags * tagBytes)) break
    }
    // Completes a tag that the end of the page cuts off, because some programs show it.
    if (this.tag !== null) tokenizer.write(tagEnd)
    tokenizer.end()
    if (this.collected !== null) this.close(this.collected)
  }

  private beginTag(name: string): void {
    this.tag = name.toLowerCase()
    this.attributes = new Map()
    this.attribute = ""
  }

  private addValue(text: string): void {
    this.value = this.value === null ? text : this.value + text
  }

  private endAttribute(): void {
    const { attribute, attributes } = this
    if (attribute === "" || attributes.has(attribute)) return
    if (attributes.size < attributesMax) attributes.set(attribute, this.value ?? "")
    else this.cutOff("attributes of a tag")
    this.attribute = ""
  }

  private endTag(): void {
    const { attributes, tag } = this
    if (tag === null) return
    this.endAttribute()
    this.tag = null
    this.tags++
    this.followForeign(tag, attributes)
    this.handler.open(tag, attributes)
    const inner = attributes.get("srcdoc") ?? ""
    if (inner !== "") this.readInner(inner)
    if (tag === "script" || tag === "style" || fallbackElements.has(tag)) {
      this.collected = tag
      this.content = []
    }
  }

  /** Follows where SVG and MathML start and end, because some elements have other content there. */
  private followForeign(tag: string, attributes: HtmlAttributes): void {
    if (tag === "svg" || tag === "math") this.foreign++
    if (tag === "svg" || tag === "math") this.isForeign = true
    else if (this.isForeign && isBreakout(tag, attributes)) {
      this.foreign = 0
      this.isForeign = false
    } else if (integrationElements.has(tag)) this.isForeign = false
  }

  private close(name: string): void {
    const { collected, content } = this
    if (name === collected) {
      this.collected = null
      this.content = []
      if (name === "script" || name === "style") this.handler.source(name, content.join(""))
      else this.readInner(content.join(""))
    }
    if (this.foreign > 0) {
      if (name === "svg" || name === "math") this.isForeign = --this.foreign > 0
      else if (integrationElements.has(name)) this.isForeign = true
    }
    this.handler.close(name)
  }

  private addText(text: string): void {
    if (this.collected === null) this.handler.text(text)
    else this.content.push(text)
  }

  private addComment(start: number, end: number): void {
    const condition = conditionalStart.exec(this.html.slice(start, Math.min(end, start + 500)))
    if (condition !== null) this.readInner(this.html.slice(start + condition[0].length, end))
  }

  private readInner(html: string): void {
    if (!html.includes("<") || !this.context.budget.takeLexed(innerPageBytes)) return
    if (this.depth >= htmlNestingMax) return this.cutOff("nested pages")
    new HtmlReader(html, this.handler, this.context, this.depth + 1).read()
  }

  private cutOff(limit: string): void {
    const { findings, where } = this.context
    findings.add({ kind: "cut off", limit, where })
  }
}

const nothing = (): void => {}

const isBreakout = (tag: string, attributes: HtmlAttributes): boolean =>
  breakoutElements.has(tag) ||
  tag === "font" && ["color", "face", "size"].some((attribute) => attributes.has(attribute))
