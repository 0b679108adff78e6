import { execFile } from "node:child_process"
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { beforeAll, expect, it } from "vitest"
import { apiExamples, exampleOrigin } from "../../scripts/docs/ApiExamples.ts"
import type { ServerAccount } from "../support/InProcessServer.ts"
import { createSharedAccount } from "../support/SharedAccount.ts"
import { workerFolder } from "../support/WorkerEnd.ts"
import { allEndpoints } from "./Contract.ts"

let server: ServerAccount
beforeAll(async () => {
  server = await createSharedAccount()
})

/** Values that differ from one request to the next. */
const withoutVariables = (response: any) => {
  const { id: _id, request_id: _request, timestamp: _timestamp, ...others } = response
  return others
}

it("has an example for each endpoint outside the widget's", () => {
  expect(Object.keys(apiExamples).toSorted()).toEqual(allEndpoints.map(({ path }) => path).toSorted())
})

it.each(Object.entries(apiExamples))("the example of %s works when pasted into a shell", async (_, example) => {
  const { stdout } = await promisify(execFile)("bash", ["-c", example.curl.replace(exampleOrigin, server.baseUrl)], {
    cwd: mkdtempSync(join(workerFolder(), "example-")),
    env: { ...process.env, KEY: server.key }
  })
  const response = JSON.parse(stdout)
  expect(withoutVariables(response)).toEqual(withoutVariables(example.response))
  expect(Object.keys(response)).toEqual(Object.keys(example.response as object))
})
