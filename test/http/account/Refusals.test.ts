import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type InProcessServer, startServerInProcess } from "../../support/InProcessServer.ts"
import { type Signed, signedIn } from "./Signed.ts"

const secret = "secretscheme"

describe.each(["masked", "none"])("with subjects %s", (subjects) => {
  let server: InProcessServer
  let owner: Signed
  let items: ReadonlyArray<any>

  beforeAll(async () => {
    server = await startServerInProcess({ env: { GATEHOUSE_HISTORY_SUBJECTS: subjects } })
    owner = await signedIn(server, "owner")
    await server.post("/scan/email", { email: "no address of Ann" })
    await server.post("/scan/email", { email: 7, ip: true })
    await server.post("/scan/url", { url: `${secret}:whatever` })
    const form = new FormData()
    form.set("url", "http://127.0.0.1/private.pdf")
    await server.post("/scan", form)
    await server.post("/scan/email", { email: "ann@gmial.com" })
    await server.waitForRecords(5)
    items = (await owner.request("GET", "requests")).json.items
  })
  afterAll(() => server.stop())

  const detailsOf = async (at: number) => (await owner.request("GET", `requests/${items[at].requestId}`)).json.details

  it("the list shows why each was refused, in the words of the response", () => {
    const [, fetched, url, shape, email] = items.map(({ refusal }) => refusal)
    expect(email).toMatch(/^Invalid email: /)
    expect(shape).toBe("The email field must be a string. (and 1 more error)")
    expect(url).toBe("Only http and https URLs can be checked.")
    expect(fetched).toMatch(/\.$/)
    expect(items[0]).toMatchObject({ status: 200, refusal: null })
  })

  it("each shows the message for every field and the names of the sent fields, but no values", async () => {
    expect((await detailsOf(3)).refusal.fields.map(({ name }: any) => name)).toEqual(["email", "ip"])
    expect(await detailsOf(4)).toMatchObject({ sent: ["email"], refusal: { fields: [] }, reasons: [], score: null })
    expect(await detailsOf(1)).toMatchObject({ sent: ["url"] })
    const all = JSON.stringify([items, ...await Promise.all([1, 2, 3, 4].map(detailsOf))])
    for (const sent of [secret, "of Ann", "127.0.0.1", "private.pdf"]) expect(all).not.toContain(sent)
  })

  it("is found by the whole address, even if it is masked", async () => {
    const { json } = await owner.request("GET", "requests?text=ann@gmial.com")
    expect(json.items.map(({ requestId }: any) => requestId)).toEqual(
      subjects === "none" ? [] : [items[0].requestId]
    )
  })

  it("an address with a typo shows the suggested domain", async () => {
    expect((await detailsOf(0))?.facts ?? null).toEqual(
      subjects === "none" ? null : { did_you_mean: "a***@gmail.com" }
    )
  })
})
