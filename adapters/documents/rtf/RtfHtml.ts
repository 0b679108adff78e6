import { factCharsMax } from "../../../core/documents/facts/Fact.ts"
import { factText, type Findings } from "../reading/Findings.ts"
import type { RtfText } from "./RtfText.ts"

const where = "html"

/** HTML that was put into RTF (MS-OXRTFEX): its tags stand in groups of their own, its text in the document's. */
export class RtfHtml {
  private link: { readonly url: string; readonly mark: number } | null = null

  /** A piece of markup, usually one tag. */
  addTag(markup: string, body: RtfText, findings: Findings): void {
    if (/<\/a\b/i.test(markup)) this.endLink(body, findings)
    for (const [tag] of markup.matchAll(/<[a-z][^<>]*>?/gi)) {
      const name = /^<([a-z]+)/i.exec(tag)?.[1]?.toLowerCase()
      const url = attribute(tag, name === "a" ? hrefs : sources)
      if (url === "") continue
      if (name === "a") {
        this.endLink(body, findings)
        this.link = { url, mark: body.mark() }
      } else if (name === "img" && isRemote(url)) {
        findings.add({ kind: "reference", role: "image", target: factText(url), where })
      } else if (name === "iframe") findings.add({ kind: "reference", role: "frame", target: factText(url), where })
      else if (name === "script") findings.add({ kind: "reference", role: "script", target: factText(url), where })
    }
  }

  endLink(body: RtfText, findings: Findings): void {
    if (this.link === null) return
    const { mark, url } = this.link
    this.link = null
    findings.add({ kind: "link", url: factText(url), text: body.since(mark, factCharsMax).trim(), from: "text", where })
  }
}

const isRemote = (url: string): boolean => /^(?:[a-z][a-z0-9+.-]{2,20}:)?(?:\/\/|\\\\)/i.test(url)

const hrefs = /[\s"'/]href\s{0,9}=\s{0,9}(?:"([^"]*)|'([^']*)|([^\s"'>]+))/i
const sources = /[\s"'/]src\s{0,9}=\s{0,9}(?:"([^"]*)|'([^']*)|([^\s"'>]+))/i

const attribute = (tag: string, pattern: RegExp): string => {
  const match = pattern.exec(tag)
  return (match?.[1] ?? match?.[2] ?? match?.[3] ?? "").trim().replaceAll(/&amp;/gi, "&")
}
