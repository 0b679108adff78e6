import { posix } from "node:path"
import type { MarkdownOptions } from "vitepress"

/** Path of the site on the server. */
export const basePath = "/docs/"

/**
 * Kinds of tokens in code, by color. Each color is replaced with a class, because the site's policy allows no inline
 * styles.
 */
const tokens: Readonly<Record<string, readonly [className: string, ...scopes: ReadonlyArray<string>]>> = {
  "#000001": ["t-comment", "comment", "punctuation.definition.comment"],
  "#000002": ["t-string", "string", "punctuation.definition.string", "markup.inline.raw"],
  "#000003": ["t-keyword", "keyword", "storage", "keyword.operator.new", "variable.language", "entity.name.tag"],
  "#000004": [
    "t-number",
    "constant.numeric",
    "constant.language",
    "constant.character.escape",
    "constant.other.option"
  ],
  "#000005": ["t-function", "entity.name.function", "support.function", "entity.name.command"],
  "#000006": [
    "t-name",
    "support.type.property-name",
    "meta.object-literal.key",
    "entity.other.attribute-name",
    "entity.name.type",
    "support.class",
    "entity.name.directive"
  ],
  "#000007": ["t-plain", "keyword.operator", "punctuation", "meta.brace"]
}

const plain = "#000007"

const theme = {
  name: "gatehouse",
  type: "light" as const,
  colors: { "editor.foreground": plain, "editor.background": "#ffffff" },
  settings: Object.entries(tokens).map(([color, [, ...scope]]) => ({ scope, settings: { foreground: color } }))
}

/** Returns the class of a token, or undefined for plain text. */
const classOf = (style: unknown): string | undefined => {
  const [color = ""] = /#[0-9a-f]{6}/i.exec(String(style)) ?? []
  return color === plain ? undefined : tokens[color]?.[0]
}

/**
 * Aligns table cells by class, because inline styles are not allowed. Turns empty header cells into normal cells,
 * because screen readers announce headers.
 */
const adaptTables: NonNullable<MarkdownOptions["config"]> = (md) => {
  md.core.ruler.push("adapt-tables", ({ tokens }) => {
    for (const [at, token] of tokens.entries()) {
      if (token.type === "th_open" && tokens[at + 1]?.content === "") {
        token.tag = "td"
        const closing = tokens[at + 2]
        if (closing !== undefined) closing.tag = "td"
      }
      if (token.type !== "th_open" && token.type !== "td_open") continue
      const [, align] = /^text-align:(\w+)$/.exec(token.attrGet("style") ?? "") ?? []
      if (align === undefined) continue
      token.attrs = [...(token.attrs ?? []).filter(([name]) => name !== "style"), ["class", `align-${align}`]]
    }
  })
}

/**
 * Writes links between pages with their full path. VitePress writes relative links, which break at `/docs`, the
 * overview's URL without a trailing slash.
 */
const writeFullPaths: NonNullable<MarkdownOptions["config"]> = (md) => {
  const write = md.renderer.rules["link_open"]
  if (write === undefined) throw new Error("VitePress has no rule for links")
  md.renderer.rules["link_open"] = (tokens, at, options, env: { readonly relativePath: string }, self) =>
    write(tokens, at, options, env, self).replace(
      /(?<= href=")\.\/[^"]*/,
      (href) => `${basePath}${posix.join(posix.dirname(env.relativePath), href)}`
    )
}

/** Returns a heading's anchor as code hosts such as GitHub build it, so that links also work there. */
const slugify = (heading: string): string =>
  heading.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-")

export const markdown: MarkdownOptions = {
  anchor: { slugify },
  theme,
  // Highlights these languages like similar ones, because the highlighter does not support them.
  languageAlias: { caddyfile: "nginx", haproxy: "ini", env: "ini" },
  codeTransformers: [{
    name: "classes",
    pre(node) {
      delete node.properties["style"]
    },
    span(node) {
      const className = classOf(node.properties["style"])
      delete node.properties["style"]
      if (className !== undefined) node.properties["class"] = className
    }
  }],
  config(md) {
    adaptTables(md)
    writeFullPaths(md)
  }
}
