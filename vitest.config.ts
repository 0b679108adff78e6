import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { chromiumFile, packagedFile, postgresFolder, redisFile, vectorsFolder } from "./test/support/Installed.ts"
import { LongestFirst } from "./test/support/LongestFirst.ts"
import { RunReporter } from "./test/support/RunReporter.ts"
import { needs } from "./test/support/TestRun.ts"

/** They start servers, browsers and command lines, and wait for them most of the time. */
const waiting = ["browser", "cli", "crash", "library", "runtime", "server"].map((folder) =>
  `test/${folder}/**/*.test.ts`
)

/** They ask servers in their own process. One worker runs all: others would load, warm up and start the same again (18 s of CPU time). */
const served = ["test/http/**/*.test.ts", "test/shield/!(Browser).test.ts"]

/** The seed of `npm test`; the long run draws one. */
const seedOfEachRun = 20_261_122

export default defineConfig(({ mode }) => {
  const isFull = mode === "full"
  // Tests and their processes read these.
  process.env["GATEHOUSE_TEST_FULL"] = isFull ? "1" : "0"
  const seed = process.env["GATEHOUSE_TEST_SEED"] ??= String(isFull ? Date.now() % 2 ** 31 : seedOfEachRun)
  const leftOutFile = process.env["GATEHOUSE_TEST_LEFT_OUT"] ??= join(
    mkdtempSync(join(tmpdir(), "gatehouse-run-")),
    "left-out.jsonl"
  )

  const tags = [
    { name: needs.chromium, skip: chromiumFile() === null },
    {
      name: needs.postgres,
      skip: postgresFolder() === null && process.env["GATEHOUSE_TEST_POSTGRES_URL"] === undefined
    },
    { name: needs.redis, skip: redisFile() === null },
    { name: needs.bun, skip: packagedFile("bun") === null },
    { name: needs.deno, skip: packagedFile("deno") === null },
    { name: needs.vectors, skip: vectorsFolder() === null },
    { name: needs.full, skip: !isFull }
  ]
  const skippedTags = tags.filter(({ skip }) => skip).map(({ name }) => name)

  // What is waited for comes when it comes: a busy machine takes its time.
  const shared = {
    setupFiles: ["test/support/setup.ts"],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    tags
  }
  return {
    test: {
      reporters: [new RunReporter({ isFull, seed, leftOutFile, skippedTags })],
      globalSetup: ["test/support/globalSetup.ts"],
      pool: "forks",
      sequence: { sequencer: LongestFirst },
      projects: [
        // One process takes file after file, where none leaves behind what could reach another: `isolate: false`.
        {
          test: {
            ...shared,
            name: "waiting",
            include: waiting,
            isolate: false,
            maxWorkers: 6,
            sequence: { groupOrder: 0 }
          }
        },
        {
          test: {
            ...shared,
            name: "served",
            include: served,
            isolate: false,
            maxWorkers: 1,
            sequence: { groupOrder: 1 }
          }
        },
        {
          test: {
            ...shared,
            name: "together",
            include: ["test/**/*.test.ts"],
            exclude: ["test/bench/**", ...waiting, ...served],
            isolate: false,
            // They are at work all the time: more at once would only take each other's cores.
            maxWorkers: 3,
            sequence: { groupOrder: 2 }
          }
        }
      ]
    }
  }
})
