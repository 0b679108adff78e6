import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { bufferedCharsMax } from "../../../../adapters/documents/xml/LongTextLimiter.ts"
import { attributesMax, depthMax, readXml } from "../../../../adapters/documents/xml/ReadXml.ts"
import { measureCpuMillis } from "../../../support/CpuTime.ts"
import { runs } from "../../../support/TestRun.ts"

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const utf16 = (text: string, order: "le" | "be"): Uint8Array => {
  const bytes = Buffer.from(text, "utf16le")
  return order === "le" ? bytes : bytes.swap16()
}

/** Returns everything that the reader reports, one line per event. */
const read = (bytes: Uint8Array, budget = new Budget()) => {
  const seen: Array<string> = []
  const outcome = readXml(bytes, {
    open: ({ local, uri }, attributes) => {
      const list = attributes.all().map((attribute) => ` ${attribute.uri}|${attribute.local}=${attribute.value}`)
      seen.push(`<${uri}|${local}${list.join("")}`)
    },
    close: ({ local }) => seen.push(`/${local}`),
    text: (text) => seen.push(text),
    instruction: (target, body) => seen.push(`?${target} ${body}`)
  }, budget)
  return { seen, outcome }
}

describe("elements", () => {
  it("have the namespaces of their prefixes", () => {
    const { seen, outcome } = read(
      utf8("<a:x xmlns:a='urn:1' a:k='1' k='2'><y xmlns='urn:2' xmlns:a='urn:3'><a:z/></y><a:z/><y/></a:x>")
    )
    expect(seen).toEqual([
      "<urn:1|x urn:1|k=1 |k=2",
      "<urn:2|y",
      "<urn:3|z",
      "/z",
      "/y",
      "<urn:1|z",
      "/z",
      "<|y",
      "/y",
      "/x"
    ])
    expect(outcome).toEqual({ isWellFormed: true, elements: 5, entity: null, cutOff: null })
  })

  it("have attributes by name, with and without a namespace", () => {
    readXml(utf8("<x xmlns:r='urn:o/relationships' id='1' r:id='2' r:only='3'/>"), {
      open: (_, attributes) => {
        expect(attributes.get("id")).toBe("1")
        expect(attributes.in("/relationships", "id")).toBe("2")
        expect(attributes.any("only")).toBe("3")
        expect(attributes.get("only")).toBeUndefined()
        expect(attributes.in("/relationships", "none")).toBeUndefined()
      }
    }, new Budget())
    expect.assertions(5)
  })
})

it("resolves character references, CDATA and processing instructions", () => {
  const { seen } = read(
    utf8("<?xml version='1.0'?><?mso-x progid='Word'?><a b='&lt;&#x41;&#66;'>&amp;<![CDATA[<&]]></a>")
  )
  expect(seen).toEqual(["?mso-x progid='Word'", "<|a |b=<AB", "&", "<&", "/a"])
})

describe("encodings", () => {
  const text = "<?xml version=\"1.0\" encoding=\"LABEL\"?><a>é…</a>"
  const declared = (label: string): string => text.replace("LABEL", label)

  it.each<readonly [string, Uint8Array]>([
    ["utf-8", utf8(declared("UTF-8"))],
    ["utf-8 with mark", utf8(`\ufeff${declared("UTF-8")}`)],
    ["utf-8 by default", utf8("<a>é…</a>")],
    ["utf-8 that claims to be utf-16", utf8(declared("UTF-16"))],
    ["utf-16 le with mark", utf16(`\ufeff${declared("UTF-16")}`, "le")],
    ["utf-16 be with mark", utf16(`\ufeff${declared("UTF-16")}`, "be")],
    ["utf-16 le", utf16(declared("UTF-16"), "le")],
    ["utf-16 be", utf16("<a>é…</a>", "be")],
    ["windows-1252", Buffer.from(declared("windows-1252").replace("é…", "\u00e9\u0085"), "latin1")]
  ])("%s", (_, bytes) => {
    const { seen, outcome } = read(bytes)
    expect(seen).toContain("é…")
    expect(outcome.isWellFormed).toBe(true)
  })

  it("reads characters across buffer boundaries", () => {
    for (let shift = 0; shift < 3; shift++) {
      const content = "x".repeat(shift) + "…é😀".repeat(30_000)
      expect(read(utf8(`<a>${content}</a>`)).seen.slice(1, -1).join("")).toBe(content)
    }
  })

  it("rejects encodings that hide markup", () => {
    for (const label of ["UTF-7", "no-such-thing"]) {
      expect(read(utf8(declared(label)))).toEqual({
        seen: [],
        outcome: { isWellFormed: false, elements: 0, entity: null, cutOff: null }
      })
    }
  })
})

describe("document type declarations", () => {
  const entityOf = (doctype: string) => read(utf8(`<!DOCTYPE ${doctype}><a>&b;</a>`)).outcome.entity

  it.each([
    ["a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]", "external"],
    ["a [<!ENTITY % b SYSTEM 'http://evil.example/x.dtd'> %b;]", "external"],
    ["a [<!ENTITY b PUBLIC \"-//X\" \"x\">]", "external"],
    ["a SYSTEM \"http://evil.example/x.dtd\"", "external"],
    ["a SYSTEM '\\\\evil.example\\x.dtd'", "external"],
    ["a [<!ENTITY b \"lol\"><!ENTITY c \"&b;&b;&b;\">]", "expansion"],
    [`a [<!ENTITY b "${"a".repeat(5_000)}">]`, "expansion"],
    ["a [<!ENTITY b \"text\">]", "internal"],
    ["a [<!ELEMENT a ANY>]", null],
    ["a", null],
    ["manifest:manifest PUBLIC \"-//OpenOffice.org//DTD Manifest 1.0//EN\" \"Manifest.dtd\"", null],
    ["svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\"", null]
  ])("%s", (doctype, entity) => {
    expect(entityOf(doctype)).toBe(entity)
  })

  it("expand no entities", () => {
    const { seen } = read(utf8("<!DOCTYPE a [<!ENTITY b \"grown\">]><a>&b;</a>"))
    expect(seen.join()).not.toContain("grown")
  })
})

describe("limits", () => {
  it.each<readonly [string, string]>([
    ["depth", "<a>".repeat(depthMax + 1)],
    ["attributes", `<a ${Array.from({ length: attributesMax + 1 }, (_, at) => `b${at}='1' `).join("")}/>`],
    ["lexed bytes", `<a><!----><b/>${"x".repeat(100_000)}</a>`]
  ])("%s", (limit, text) => {
    const budget = new Budget(Infinity, { lexedBytesMax: 100_000 })
    expect(read(utf8(text), budget).outcome.cutOff).toBe(limit)
  })

  it("are about four times higher for plain XML", () => {
    const cutOff = (text: string) => {
      return readXml(utf8(text), {}, new Budget(Infinity, { lexedBytesMax: 50_000 })).cutOff
    }
    const text = "x".repeat(1_000)
    const plain = (elements: number): string => `<a>${`<b>${text}</b>`.repeat(elements)}</a>`
    expect(cutOff(plain(180))).toBe(null)
    expect(cutOff(plain(220))).toBe("lexed bytes")
    expect(cutOff(`<!---->${plain(45)}`)).toBe(null)
    expect(cutOff(`<!---->${plain(55)}`)).toBe("lexed bytes")
    // Expensive XML counts more per byte.
    expect(cutOff(`<a>${"<b/>".repeat(40_000)}</a>`)).toBe("lexed bytes")
    expect(cutOff(`<a>${"<b c='&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;'/>".repeat(1_600)}</a>`)).toBe("lexed bytes")
    expect(cutOff(`<a>${"<b xmlns='urn:x'/>".repeat(7_000)}</a>`)).toBe("lexed bytes")
    expect(cutOff(`<a>${Array.from({ length: 8_000 }, (_, at) => `<b${at}/>`).join("")}</a>`)).toBe("lexed bytes")
  })

  it("are not reached at exactly the maximum size", () => {
    const deep = "<a>".repeat(depthMax) + "</a>".repeat(depthMax)
    expect(read(utf8(deep)).outcome).toMatchObject({ isWellFormed: true, cutOff: null })
  })
})

describe("damage", () => {
  it("is reported, and the content before and after it is read", () => {
    const { seen, outcome } = read(utf8("<a><b x=1 y='2'/>text & more;<c></d></c><e/></a>"))
    expect(outcome.isWellFormed).toBe(false)
    expect(seen).toContain("<|b |x=1 |y=2")
    expect(seen).toContain("<|c")
  })

  it("keeps long requested text whole and drops unrequested text", () => {
    const long = "ab ".repeat(bufferedCharsMax)
    const recorded: Array<string> = []
    const xml = `<!--${long}--><a><![CDATA[${long}]]><b c="${long}"/><?d ${long}?>${long}<!--${long}--><e f="g"/></a>`
    readXml(utf8(xml), {
      open: (_, attributes) => recorded.push(attributes.any("c") ?? attributes.any("f") ?? ""),
      text: (text) => recorded.push(text)
    }, new Budget())
    expect(recorded.join("|").replaceAll(long, "long")).toBe("|long|long|long|g")
  })

  it("never throws and always ends", () => {
    const bytes = utf8(
      "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><a x='1' xmlns:y='u'><!-- c --><y:b>t&amp;<![CDATA[d]]></y:b><?p q?></a>"
    )
    for (let length = 0; length < bytes.length; length++) {
      expect(read(bytes.subarray(0, length)).outcome.isWellFormed).toBe(false)
    }
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        (pairs) => {
          const damaged = Uint8Array.from(bytes)
          for (const [at, value] of pairs) damaged[at] = value
          read(damaged)
        }
      ),
      runs(200)
    )
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => void read(noise)))
  })

  it("takes linear time", () => {
    const cases = [
      `<a><!FOO${"x".repeat(3e5)}`,
      "<".repeat(3e5),
      `<a>${"&".repeat(3e5)}`,
      "<?".repeat(3e5),
      `<!DOCTYPE a [${"<!ENTITY a '".repeat(3e4)}`,
      `<a><![CDATA[${"]".repeat(3e5)}`,
      `<a>${"<b xmlns:x='1'/>".repeat(3e4)}</a>`
    ]
    for (const text of cases) expect(measureCpuMillis(() => read(utf8(text)))).toBeLessThan(5_000)
  })
})
