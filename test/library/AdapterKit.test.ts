import { Effect, Exit, Layer } from "effect"
import { Submissions } from "gatehouse"
import * as testing from "gatehouse/testing"
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { layer } from "../../examples/submissions-file.ts"
import { readText, root } from "../house/Tree.ts"
import { runNode } from "./Programs.ts"

const { contractCases, submissionsContract } = testing

const folder = mkdtempSync(join(tmpdir(), "gatehouse-kit-"))
afterAll(() => rmSync(folder, { recursive: true }))

const newFile = () => layer(join(folder, `${randomUUID()}.json`))

type Service = Submissions["Service"]

describe("an adapter that keeps submissions in a file", () => {
  for (const { name, run } of contractCases(submissionsContract, newFile)) it(name, () => Effect.runPromise(run))

  it("finds them again after a restart", async () => {
    const path = join(folder, "restart.json")
    const [added] = await Effect.runPromise(Effect.provide(
      Effect.gen(function*() {
        const submissions = yield* Submissions
        const sample = {
          url: "https://a.example/",
          canonicalUrl: "a.example/",
          accountId: "a",
          state: "pending"
        } as const
        const rest = { createdAt: new Date(1_000), reviewedAt: null, reviewer: null, rejection: null, entryId: null }
        const first = yield* submissions.add({ ...sample, ...rest, triageRisk: 1, triageReasons: [], forwarded: null })
        return [first]
      }),
      layer(path)
    ))
    const found = await Effect.runPromise(
      Effect.provide(Submissions.use(({ find }) => find("a.example/")), layer(path))
    )
    expect(found).toEqual(added)
  })
})

/** Faults that an author of an adapter could make. Each changes one method. */
const faults: ReadonlyArray<readonly [what: string, change: (service: Service) => Partial<Service>]> = [
  ["stores a URL twice", ({ add, find }) => ({
    add: (input) =>
      Effect.flatMap(
        find(input.canonicalUrl),
        (existing) =>
          add({ ...input, canonicalUrl: existing === null ? input.canonicalUrl : `${input.canonicalUrl}#2` })
      )
  })],
  ["finds a URL without regard to case", ({ find }) => ({ find: (url) => find(url.toLowerCase()) })],
  ["lets every reviewer win", ({ transition }) => ({
    transition: (submission, from) => Effect.as(transition(submission, from), true)
  })],
  ["ignores a review of an unknown submission", ({ transition }) => ({
    transition: (submission, from) =>
      Effect.catchTag(transition(submission, from), "SubmissionNotFound", () => Effect.succeed(false))
  })],
  ["drops the state of a forwarded report", ({ setForwarded }) => ({
    setForwarded: (id, { reference }) => setForwarded(id, { reference, state: "running" })
  })],
  ["begins a page with the submission before it", ({ list }) => ({
    list: ({ before, ...page }) => list(before === undefined ? page : { ...page, before: before + 1 })
  })],
  ["filters a page after it cuts it", ({ list }) => ({
    list: ({ accountId, ...page }) =>
      Effect.map(list(page), (found) => found.filter((one) => accountId === undefined || one.accountId === accountId))
  })],
  ["forgets to rename one of the reviewers' submissions", ({ renameReviewers }) => ({
    renameReviewers: (reviewers, to) => renameReviewers(reviewers.slice(1), to)
  })],
  ["still finds a URL that was erased", ({ find, get, rewrite }) => {
    const erased = new Map<string, number>()
    return {
      find: (url) => {
        const id = erased.get(url)
        return id === undefined ? find(url) : Effect.orDie(get(id))
      },
      rewrite: (submissions) =>
        Effect.andThen(
          Effect.forEach(submissions, ({ id }) =>
            Effect.ignore(Effect.map(get(id), ({ canonicalUrl }) => erased.set(canonicalUrl, id)))),
          rewrite(submissions)
        )
    }
  }]
]

describe("the library page", () => {
  it("contains the test of the example, and names every contract", () => {
    const page = readText("docs/reference/library.md")
    expect(page).toContain(readText("examples/submissions-contract.ts"))
    const contracts = Object.keys(testing).filter((name) => name.endsWith("Contract"))
    expect(contracts.length).toBeGreaterThan(20)
    expect(contracts.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })
})

describe("the contract of submissions", () => {
  it.each(faults)("detects an adapter that %s", async (_, change) => {
    const faulty = () =>
      Layer.effect(Submissions, Effect.map(Submissions, (service) => ({ ...service, ...change(service) }))).pipe(
        Layer.provide(newFile())
      )
    const exits = await Promise.all(
      contractCases(submissionsContract, faulty).map(({ run }) => Effect.runPromiseExit(run))
    )
    expect(exits.filter(Exit.isFailure).length).toBeGreaterThan(0)
    expect(exits.filter(Exit.isSuccess).length).toBeGreaterThan(0)
  })

  it("runs in Node's test runner", async () => {
    const output = await runNode(root, "--test", "--test-reporter=tap", "examples/submissions-contract.ts")
    expect(output).toContain(`# pass ${submissionsContract.cases.length}\n# fail 0\n`)
  })
})
