import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { plainAttributesMax } from "../../../../adapters/documents/xml/PlainAttributes.ts"
import { plainCharsMax } from "../../../../adapters/documents/xml/PlainXml.ts"
import { readXml, type XmlHandlers } from "../../../../adapters/documents/xml/ReadXml.ts"
import { runs } from "../../../support/TestRun.ts"

const declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>"

/** Returns everything that the reader reports. Text can come in several pieces. */
const read = (text: string, asks?: Required<XmlHandlers>["selects"]) => {
  const seen: Array<unknown> = []
  const outcome = readXml(new TextEncoder().encode(text), {
    open: ({ local, uri }, attributes) =>
      seen.push({
        local,
        uri,
        all: attributes.all(),
        found: [attributes.get("x"), attributes.any("y"), attributes.in("n", "y"), attributes.any("xmlns")]
      }),
    close: ({ local }) => seen.push(`/${local}`),
    text: (piece) => {
      const last = seen.at(-1)
      if (typeof last === "string" && last.startsWith("=")) seen[seen.length - 1] = last + piece
      else seen.push(`=${piece}`)
    },
    instruction: (target, body) => seen.push(`?${target} ${body}`),
    ...(asks === undefined ? {} : { selects: asks })
  }, new Budget())
  return { seen, outcome }
}

/** Reads the document with the full XML reader. The added comment makes it ineligible for the plain reader. */
const readWhole = (text: string) =>
  read(text.startsWith(declaration) ? text.replace(declaration, `${declaration}<!---->`) : `<!---->${text}`)

const pieces = [
  ..."<>&=/'\"] \n\ré",
  ..."ab😀",
  "<a>",
  "</a>",
  "<a/>",
  "<b x='1' w:y=\"2\">",
  "</b>",
  "</b >",
  "<w:p xmlns:w='n'>",
  "</w:p>",
  "<w:p w:y='1'/>",
  "<a xmlns='v' xml:y='u'>",
  "text",
  "\r\n",
  "\t",
  "&amp;",
  "&#65;&#x41;&#10;",
  "&#0;",
  "&#xD800;",
  "&foo;",
  "]]>",
  "<!-- c -->",
  "<![CDATA[d]]>",
  "<?p q?>",
  "<!DOCTYPE a [<!ENTITY b 'c'>]>",
  "<a x='&lt;\n\t\r\n&#10;x'>",
  "<a x = '1'/>",
  "<a x='1' x='2'/>",
  "<a x='1' y='3' x='2'/>",
  "<a x='1'y='2'/>",
  "<a x='<'/>",
  "<a x=1/>",
  "<a x/>",
  "< a>",
  "<é>",
  "<1a>",
  "\u0001",
  "\ufffe",
  "<a\nx='1'\t/>",
  "<a.b-c_d:e f.g='h'/>",
  "<a Aa='1' BB='2' x='3'/>"
]

/** Generates documents, most of which are plain XML. */
const documents = fc.letrec<{ node: string; nodes: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("text", "é&lt;", "\r\n", " ", "<a/>", "<w:q x='1' w:y='2'/>", "<c y='&#233;\n'/>"),
    fc.tuple(
      fc.constantFrom("a", "b", "w:p", "c.d"),
      fc.constantFrom("", " x='1'", " w:y=\"&amp;\"", " xmlns:w='n'"),
      tie("nodes")
    )
      .map(([name, attributes, inside]) => `<${name}${attributes}>${inside}</${name}>`)
  ),
  nodes: fc.array(tie("node"), { maxLength: 4 }).map((list) => list.join(""))
}))

const whole = fc.tuple(
  fc.constantFrom("", declaration, `${declaration}\r\n`),
  documents.nodes,
  fc.constantFrom("", "\n", "x")
)
  .map(([head, inside, end]) => `${head}<r xmlns:w='m'>${inside}</r>${end}`)
const broken = fc.tuple(whole, fc.nat(), fc.nat(20), fc.array(fc.constantFrom(...pieces), { maxLength: 6 })).map((
  [text, at, length, put]
) => {
  const from = text.startsWith(declaration)
    ? declaration.length + at % (text.length - declaration.length + 1)
    : at % text.length
  return text.slice(0, from) + put.join("") + text.slice(from + length)
}).filter((text) => text.startsWith(declaration) || !/^(?:<\?|\s)/.test(text))

describe("the plain XML reader reports the same as the full reader", () => {
  it("for plain documents", () => {
    fc.assert(
      fc.property(whole, (text) => {
        expect(read(text)).toEqual(readWhole(text))
      }),
      runs(150)
    )
  })

  it("for documents that are not plain or not complete", () => {
    fc.assert(
      fc.property(broken, (text) => {
        expect(read(text)).toEqual(readWhole(text))
      }),
      runs(250)
    )
  })

  it.each(pieces)("for %j within a document, at its beginning and at its end", (piece) => {
    for (
      const text of [
        `<a>${piece}</a>`,
        `<a>${piece}`,
        `<a><b>x</b>${piece}<b/></a>`,
        `<a/>${piece}`,
        `<a/>${piece}<a/>`
      ]
    ) {
      expect(read(text)).toEqual(readWhole(text))
    }
  })

  it("across buffer boundaries", () => {
    const around = pieces.filter((piece) => piece.length > 1)
    for (const piece of around) {
      for (const before of [piece.length - 1, 1]) {
        const text = `<a>${"x".repeat(64 * 1024 - 3 - before)}${piece}y</a>`
        expect(read(text)).toEqual(readWhole(text))
      }
    }
  })

  it.each([
    ["long texts", `<a>${"x".repeat(3 * plainCharsMax)}</a>`],
    ["long values", `<a><b x='${"x".repeat(3 * plainCharsMax)}'/></a>`],
    ["long names", `<${"a".repeat(3 * plainCharsMax)}/>`],
    ["much white space", `<a${" ".repeat(3 * plainCharsMax)}/>`],
    [
      "many attributes",
      `<a ${Array.from({ length: plainAttributesMax + 1 }, (_, at) => `x${at}='${at}'`).join(" ")}/>`
    ],
    ["many names", `<a>${Array.from({ length: 1_000 }, (_, at) => `<n${at} x='1'>${at}</n${at}>`).join("")}</a>`],
    ["names of different namespaces", "<w:a xmlns:w='1'><w:b/><w:c xmlns:w='2'><w:b/></w:c><w:b/></w:a>"]
  ])("for %s", (_, text) => {
    expect(read(text)).toEqual(readWhole(text))
  })
})

describe("elements that are not requested", () => {
  const text = "<a>1<b x='1'>2<c>3</c></b>4<c y='2'/></a>"

  it.each([["plain", text], ["other", `<!---->${text}`]])("are not reported, nor is their text (%s)", (_, document) => {
    const { outcome, seen } = read(document, ({ local }) => local === "c")
    expect(seen).toMatchObject([{ local: "c" }, "=3", "/c", { local: "c" }, "/c"])
    expect(outcome).toMatchObject({ isWellFormed: true, elements: 4 })
  })

  it("add their text to the requested element that contains them", () => {
    expect(read(text, ({ local }) => local === "b").seen).toMatchObject([{ local: "b" }, "=23", "/b"])
  })
})
