import { describe, expect, it } from "vitest"
import type { Fact, LinkOrigin } from "../../../../core/documents/facts/Fact.ts"
import type { DocumentLink } from "../../../../core/documents/judge/DocumentLinks.ts"
import { judgeLure } from "../../../../core/documents/judge/JudgeLure.ts"

const link = (href: string, from: LinkOrigin = "annotation"): DocumentLink => ({
  href,
  raw: href,
  text: null,
  from,
  where: "page 1",
  through: null
})

type Text = Extract<Fact, { kind: "text" }>

/** Returns the findings of a document with this text and links to these hosts. */
const judged = (text: Partial<Text>, ...hosts: ReadonlyArray<string>): string =>
  judgeLure(
    [{ kind: "text", text: "", pages: 1, where: "document", ...text }],
    hosts.map((host) => link(`https://${host}/`))
  ).map(({ code, penalty }) => `${code} ${penalty}`).join(", ")

const filled = (text: string, chars: number): string => text + " ".repeat(chars - text.length)

describe("a short text in a brand's name that leads elsewhere", () => {
  const threat = "Your Netflix account is suspended."
  const lookalike = "BRAND_LOOKALIKE 45"

  it("has at most 3,000 characters", () => {
    expect(judged({ text: filled(threat, 3_000) }, "a.example")).toBe(lookalike)
    expect(judged({ text: filled(threat, 3_001) }, "a.example")).toBe("")
  })

  it.each<readonly [string, ReadonlyArray<string>, string]>([
    [threat, [], ""],
    [threat, ["a.example", "b.example"], lookalike],
    [threat, ["a.example", "netflix.com"], ""],
    [threat, ["help.netflix.com"], ""],
    [threat, ["evilnetflix.com"], lookalike],
    ["Your Netflix account is open.", ["a.example"], ""],
    ["NETFLIX: verify your payment", ["a.example"], lookalike],
    ["verify your payment to Netflix", ["a.example"], lookalike],
    ["Netflixes and Netflix: verify your payment", ["a.example"], lookalike],
    ["myNetflix, Netflix2, Netflixé: verify your payment", ["a.example"], ""],
    ["Verify your payment for an apple", ["a.example"], ""],
    ["Verify your payment to Apple support", ["a.example"], lookalike]
  ])("is %j with links to %j: %j", (text, hosts, findings) => expect(judged({ text }, ...hosts)).toBe(findings))

  it("needs a link other than an address in the text", () => {
    const facts: ReadonlyArray<Fact> = [{ kind: "text", text: threat, pages: 1, where: "document" }]
    expect(judgeLure(facts, [link("https://a.example/", "text")])).toEqual([])
    expect(judgeLure(facts, [link("https://a.example/", "field")])).toHaveLength(1)
  })

  it("leads to the target of a redirector, not to the redirector", () => {
    const facts: ReadonlyArray<Fact> = [
      { kind: "text", text: "Verify your Google account", pages: 1, where: "document" }
    ]
    const redirector = "https://www.google.com/url?q=https://a.example/"
    const target = { ...link("https://a.example/"), through: redirector }
    expect(judgeLure(facts, [link(redirector), target])).toMatchObject([{ code: "BRAND_LOOKALIKE" }])
    expect(judgeLure(facts, [link(redirector)])).toEqual([])
  })

  it("names at most three of the hosts", () => {
    const links = ["a", "b", "c", "d"].map((name) => link(`https://${name}.example/`))
    const [found] = judgeLure([{ kind: "text", text: threat, pages: 1, where: "document" }], links)
    expect(found?.message).toBe(
      "The text mentions an account with Netflix, but links to a.example, b.example, c.example"
    )
  })
})

describe("a page that asks for a click", () => {
  const asking = "Click to view the document"
  const [button, poster, whole] = ["SOCIAL_LURE 18", "SOCIAL_LURE 18", "SOCIAL_LURE 35"]

  it.each<readonly [string, Partial<Text>, ReadonlyArray<string>, string]>([
    ["at most 3 000 characters", { text: filled(asking, 3_000), linkArea: 0.5 }, ["a.example"], button],
    ["not 3 001 characters", { text: filled(asking, 3_001), linkArea: 0.5 }, ["a.example"], ""],
    ["a link of at least 15 % of the page", { text: asking, linkArea: 0.15 }, ["a.example"], button],
    ["not one of 14.9 %", { text: asking, linkArea: 0.149 }, ["a.example"], ""],
    ["not one of unknown size", { text: asking }, ["a.example"], ""],
    ["no text at all", { text: " \n", linkArea: 0.15 }, ["a.example"], button],
    ["not a request for nothing", { text: "Click here", linkArea: 0.5 }, ["a.example"], ""],
    ["not a document without a request", { text: "The secure document", linkArea: 0.5 }, ["a.example"], ""],
    ["links to 3 hosts", { text: asking, linkArea: 0.5 }, ["a.example", "b.example", "c.example"], button],
    ["not to 4 hosts", { text: asking, linkArea: 0.5 }, ["a.example", "b.example", "c.example", "d.example"], ""],
    ["not a page without a link", { text: asking, linkArea: 0.5 }, [], ""],
    ["a request under a link of 80 %", { text: asking, linkArea: 0.8 }, ["a.example"], whole],
    ["no text under a link of 80 %", { text: "", linkArea: 0.8 }, ["a.example"], whole],
    ["any other text under a link of 80 %", { text: filled("Hello", 9_000), linkArea: 0.8 }, ["a.example"], poster],
    ["not one that names the link's owner", { text: "Autumn at Bolder", linkArea: 0.8 }, ["bolder.example"], ""],
    ["not any text under one of 79 %", { text: "Hello", linkArea: 0.79 }, ["a.example"], ""],
    ["not any text under links to 2 hosts", { text: "Hello", linkArea: 1 }, ["a.example", "b.example"], ""],
    ["2 pages", { text: asking, linkArea: 0.5, pages: 2 }, ["a.example"], button],
    ["not 3 pages", { text: asking, linkArea: 0.5, pages: 3 }, ["a.example"], ""],
    ["3 pages, one of them empty", { text: asking, linkArea: 0.5, pages: 3, emptyPages: 1 }, ["a.example"], button],
    ["not an unknown number of pages", { text: asking, linkArea: 0.5, pages: null }, ["a.example"], ""]
  ])("has %s", (_, text, hosts, findings) => expect(judged(text, ...hosts)).toBe(findings))

  it("may follow a text with an unknown number of pages", () => {
    const facts: ReadonlyArray<Fact> = [
      { kind: "text", text: "", pages: null, where: "object" },
      { kind: "text", text: asking, pages: 1, linkArea: 0.5, where: "document" }
    ]
    expect(judgeLure(facts, [link("https://a.example/")])).toMatchObject([{ code: "SOCIAL_LURE", where: "document" }])
  })
})

describe("a lure's host", () => {
  const rated = (host: string, sender: string) =>
    judged({ text: `${sender}\nYour account is suspended. Sign in today.` }, host)

  it.each([
    ["www.brandolinicaldaie.example", "Officine Brandolini S.r.l., caldaie a gas"],
    ["aguaspenalara.example", "Aguas de Pe\u00f1alara, S. A."],
    ["tascadozecarlos.example", "TASCA DO Z\u00c9 CARLOS"],
    ["acme-pumps.example", "Acme Pumps Ltd"],
    ["acmepumps-gmbh.example", "ACME Pumps GmbH"],
    ["labelmate-software.example", "Labelmate 4"],
    ["tuv.example", "The TUV report"]
  ])("%s belongs to the sender %j", (host, sender) => expect(rated(host, sender)).toBe(""))

  it.each([
    ["acme-rfq.example", "Acme Pumps Ltd"],
    ["pdf-humancheck.example", "PDF viewer"],
    ["depot.reslot.example", "Your depot"],
    ["acmelogin.example", "Acme"],
    ["account-suspended.example", "Acme"],
    ["brandolini.pages.dev", "Brandolini"],
    ["software.example", "Acme"]
  ])("%s does not belong to the sender %j", (host, sender) => expect(rated(host, sender)).toBe("SOCIAL_LURE 20"))
})

describe("a link to an archive", () => {
  const rated = (text: string, path: string) =>
    judgeLure(
      [{ kind: "text", text, pages: 1, where: "document" }],
      [link(`https://files.example/${path}`)]
    ).map(({ code, penalty }) => `${code} ${penalty}`).join(", ")

  it("is a lure if the text has a password", () => {
    expect(rated("The materials of the case. Password: 757", "757.zip")).toBe("SOCIAL_LURE 24")
    expect(rated("The materials of the case.", "757.zip")).toBe("")
    expect(rated("The materials of the case. Password: 757", "757.pdf")).toBe("")
  })
})
