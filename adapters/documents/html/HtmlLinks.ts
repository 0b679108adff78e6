import { factCharsMax, type LinkOrigin, type ReferenceRole } from "../../../core/documents/facts/Fact.ts"
import { targetOf } from "../../../core/documents/facts/Target.ts"
import { type Findings, truncateFactText } from "../reading/Findings.ts"
import type { HtmlAttributes } from "./HtmlTokens.ts"

const where = "html"

/** Attributes that make a program load an address. */
const loadingAttributes: ReadonlySet<string> = new Set(
  ("archive background classid code codebase data dynsrc href lowsrc o:href poster src srcset xlink:href").split(" ")
)

/** Elements whose `href` is a link. A prefix means a shape that Office draws (VML). */
const linkElements = /^(?:a|area|base|v:[a-z0-9]{1,40})$/

/** Matches the addresses that a style sheet loads (CSS Values, 4.5; CSS Cascade, 3). */
const styleAddresses = /(?:url\(\s{0,9}["']?|@import\s{1,9}["'])\s{0,9}((?:file:|[\\/]{2})[^"')\s]{1,4096})/gi

/** Text that grows, in which positions can be marked. */
export interface MarkedText {
  /** Returns the current position, for `since`. */
  readonly mark: () => number
  /** Returns at most `charsMax` characters of the text after a position. */
  readonly since: (mark: number, charsMax: number) => string
}

/** Collects the links of HTML with their displayed texts, and the pictures and files that it loads. */
export class HtmlLinks {
  private link: { readonly element: string; readonly url: string; readonly mark: number } | null = null
  private readonly body: MarkedText
  private readonly findings: Findings

  /** @param body text of the page, to which the caller adds */
  constructor(body: MarkedText, findings: Findings) {
    this.body = body
    this.findings = findings
  }

  open(name: string, attributes: HtmlAttributes): void {
    if (attributes.size === 0) return
    this.addShares(name, attributes)
    if (linkElements.test(name)) {
      const url = addressIn(attributes, "href") || addressIn(attributes, "xlink:href")
      if (url === "") return
      if (name === "area") return this.addLink(url, attributes.get("alt") ?? "", "text")
      if (name === "base") return isElsewhere(url) ? this.addLink(url, null, "text") : undefined
      this.endLink()
      this.link = { element: name, url, mark: this.body.mark() }
    } else if (name === "img" || name === "image") {
      const url = addressIn(attributes, "src")
      if (isRemoteUrl(url) && !isShare(url)) this.addReference("image", url)
    } else if (name === "button" || name === "input") {
      const url = addressIn(attributes, "formaction")
      if (isElsewhere(url)) this.addLink(url, null, "action")
    }
  }

  close(name: string): void {
    if (name === this.link?.element) this.endLink()
  }

  /** Adds the files on network shares that a style sheet loads. Windows authenticates to their hosts. */
  addStyle(style: string): void {
    for (const [, address = ""] of style.matchAll(styleAddresses)) {
      const url = completeAddress(address)
      if (isShare(url)) this.addReference("image", url)
    }
  }

  addLink(url: string, text: string | null, from: LinkOrigin): void {
    this.findings.add({ kind: "link", url: truncateFactText(url), text, from, where })
  }

  endLink(): void {
    if (this.link === null) return
    const { mark, url } = this.link
    this.link = null
    this.addLink(url, this.body.since(mark, factCharsMax).trim(), "text")
  }

  private addShares(name: string, attributes: HtmlAttributes): void {
    for (const [attribute, value] of attributes) {
      if (attribute === "style") this.addStyle(value)
      else if (loadingAttributes.has(attribute) && !(linkElements.test(name) && attribute.endsWith("href"))) {
        const url = completeAddress(value.trim())
        if (isShare(url)) this.addReference("image", url)
      }
    }
  }

  private addReference(role: ReferenceRole, url: string): void {
    this.findings.add({ kind: "reference", role, target: truncateFactText(url), where })
  }
}

/** Returns the address in an attribute; empty if there is none. */
export const addressIn = (attributes: HtmlAttributes, name: string): string =>
  completeAddress(attributes.get(name)?.trim() ?? "")

/** Reports whether a target is outside the page and its web archive, whose parts have addresses with `cid:`. */
export const isElsewhere = (target: string): boolean =>
  /^\s*(?!(?:cid|about):)(?:[a-z][a-z0-9+.-]+:|\\\\|\/\/)/i.test(target)

const isRemoteUrl = (url: string): boolean => /^(?:[a-z][a-z0-9+.-]{2,20}:)?(?:\/\/|\\\\)/i.test(url)

const isShare = (url: string): boolean => /^[\\/?f]/i.test(url) && targetOf(url).kind === "share"

/**
 * Completes an address without a scheme, such as `//cdn.example.com/a.png`, as browsers do for pages from the web. If
 * the host is not a public name, the address stays as it is, because Windows opens it as a network share.
 */
const completeAddress = (address: string): string =>
  /^\/\/(?:[a-z0-9-]{1,63}\.){1,9}[a-z]{2,63}(?:[/:?#]|$)/i.test(address) ? `https:${address}` : address
