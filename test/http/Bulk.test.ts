import { describe, expect, it } from "vitest"
import { bulk, expectAccounted } from "./Contract.ts"
import { keyedServer } from "./KeyedServer.ts"

const { ask, server } = keyedServer()

const fields = [
  "index",
  "email",
  "domain",
  "disposable",
  "email_blocked",
  "role_account",
  "public_domain",
  "did_you_mean"
]

it("answers each item in its place, without the fields about an IP address", async () => {
  const emails = ["ann@example.org", "nobody", "admin@mailinator.com", "", "bob@gmail.com", "bob@gmail.con"]
  const answer = await ask(bulk.path, { emails })
  expect(answer.status).toBe(200)
  expect(Object.keys(answer.json)).toEqual(["ok", "results", "errors"])
  expect(answer.json.results.map(({ index }: any) => index)).toEqual([0, 2, 4, 5])
  for (const item of answer.json.results) expect(Object.keys(item)).toEqual(fields)
  expect(answer.json.results[1]).toEqual({
    index: 2,
    email: "admin@mailinator.com",
    domain: "mailinator.com",
    disposable: true,
    email_blocked: false,
    role_account: true,
    public_domain: false,
    did_you_mean: null
  })
  expect(answer.json.results[3].did_you_mean).toBe("bob@gmail.com")
  expect(answer.json.errors).toEqual([
    { index: 1, email: "nobody", message: expect.stringMatching(/^Invalid email: /) },
    { index: 3, email: "", message: expect.stringMatching(/^Invalid email: /) }
  ])
  expect(answer.headers.get("x-credits-charged")).toBe("4")
})

const many = (count: number, of: (at: number) => string) => Array.from({ length: count }, (_, at) => of(at))

describe("costs one credit per unique valid address (decision 7)", () => {
  it.each<readonly [string, ReadonlyArray<string>, number, number, number]>([
    ["one", ["ann@example.org"], 1, 1, 0],
    ["the same twice", ["ann@example.org", "ann@example.org"], 1, 2, 0],
    ["blanks around", ["ann@example.org", " ann@example.org\t"], 1, 2, 0],
    ["the domain in another case", ["ann@example.org", "ann@EXAMPLE.org"], 1, 2, 0],
    ["the local part in another case", ["ann@example.org", "ANN@example.org"], 1, 2, 0],
    [
      "the domain in Unicode and in ASCII",
      ["ann@bücher.example", "ann@xn--bcher-kva.example", "ann@BÜCHER.example"],
      1,
      3,
      0
    ],
    ["a tag, which is another address", ["ann@example.org", "ann+tag@example.org"], 2, 2, 0],
    ["dots in gmail, which are other addresses", ["a.nn@gmail.com", "ann@gmail.com"], 2, 2, 0],
    ["an invalid one, which is free", ["ann@example.org", "nobody"], 1, 1, 1],
    ["only invalid ones, which are free", ["nobody", "", "@", "a@b"], 0, 0, 4],
    ["a lone surrogate, as it was sent", ["ann\ud800@example.org"], 0, 0, 1],
    ["500", many(500, (at) => `ann${at}@example.org`), 500, 500, 0],
    ["500 times the same", many(500, () => "ann@example.org"), 1, 500, 0],
    ["500 invalid ones", many(500, (at) => `ann${at}`), 0, 0, 500],
    ["names of prototypes", ["__proto__@example.org", "constructor@example.org", "__proto__", "toString"], 2, 2, 2]
  ])("%s", async (_, emails, cost, results, errors) => {
    const answer = await ask(bulk.path, { emails })
    expect(answer.status).toBe(200)
    expect(answer.json.results).toHaveLength(results)
    expect(answer.json.errors).toHaveLength(errors)
    expect(answer.headers.get("x-credits-charged")).toBe(String(cost))
    for (const { email, index } of answer.json.errors) expect(email).toBe(emails[index])
  })
})

it("a batch is one request for the rate limit", async () => {
  const before = await ask(bulk.path, { emails: ["ann@example.org"] })
  const after = await ask(bulk.path, { emails: many(500, (at) => `ann${at}@example.org`) })
  const remaining = (answer: typeof before) => Number(/r=(\d+)/.exec(answer.headers.get("ratelimit")!)![1])
  expect(remaining(before) - remaining(after)).toBe(1)
})

it("the balance matches the responses to the credit", async () => {
  await expectAccounted(server(), ask.charged())
})
