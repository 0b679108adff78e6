import { execFile } from "node:child_process"
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { beforeAll, expect, it } from "vitest"
import { apiExamples } from "../../adapters/http/api/Examples.ts"
import { curlExamples, exampleOrigin } from "../../scripts/docs/ApiExamples.ts"
import type { ServerAccount } from "../support/InProcessServer.ts"
import { createSharedAccount } from "../support/SharedAccount.ts"
import { workerFolder } from "../support/WorkerEnd.ts"
import { allEndpoints } from "./Contract.ts"

let server: ServerAccount
beforeAll(async () => {
  server = await createSharedAccount()
})

/** Removes the values that differ from one request to the next. */
const withoutVariables = (response: any) => {
  const { id: _id, request_id: _request, timestamp: _timestamp, ...others } = response
  return others
}

it("has an example for each endpoint outside the widget's", () => {
  expect([...curlExamples.keys()].toSorted()).toEqual(allEndpoints.map(({ path }) => path).toSorted())
})

it.each([...curlExamples])("the example of %s works when pasted into a shell", async (path, curl) => {
  const { stdout } = await promisify(execFile)("bash", ["-c", curl.replace(exampleOrigin, server.baseUrl)], {
    cwd: mkdtempSync(join(workerFolder(), "example-")),
    env: { ...process.env, KEY: server.key }
  })
  const response = JSON.parse(stdout)
  const expected = apiExamples[path]!.response
  expect(withoutVariables(response)).toEqual(withoutVariables(expected))
  expect(Object.keys(response)).toEqual(Object.keys(expected))
})
