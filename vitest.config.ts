import { mkdtempSync, rmSync } from "node:fs"
import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import { defineConfig } from "vitest/config"
import {
  findChromium,
  findClamd,
  findHaproxy,
  findNpmProgram,
  findPostgresFolder,
  findPromtool,
  findRedis,
  findVectorsFolder
} from "./test/support/InstalledPrograms.ts"
import { LongestFirst } from "./test/support/LongestFirst.ts"
import { RunReporter } from "./test/support/RunReporter.ts"
import { canMount } from "./test/support/SmallDisk.ts"
import { needs } from "./test/support/TestRun.ts"

/** Tests that start servers, browsers and command lines, and wait for them most of the time. */
const waiting = ["browser", "cli", "crash", "library", "runtime", "server"].map((folder) =>
  `test/${folder}/**/*.test.ts`
)

/**
 * Tests whose servers run in the test process. They have separate workers, so that other workers do not load the
 * server.
 */
const served = [
  "test/http/**/*.test.ts",
  "test/client/**/*.test.ts",
  "test/middleware/**/*.test.ts",
  "test/shield/!(Browser).test.ts"
]

/** Tests that bound how CPU time grows with the size of an input: `npm test -- --project linear`. */
const linear = ["test/linear/**/*.test.ts"]

/** Tests that import JSX, which Node does not support. */
const compiled = ["test/dashboard/**/*.test.ts"]

/** CPU cores that this process may use. `taskset` or a container can reduce them. */
const cores = availableParallelism()

/** Seed of `npm test`. `npm run test:full` draws a random seed. */
const seedOfEachRun = 20_261_122

/** Creates a temporary folder, which this process removes on exit. */
const runFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-run-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export default defineConfig(({ mode }) => {
  const isFull = mode === "full"
  // Tests and the processes that they start read these variables.
  process.env["GATEHOUSE_TEST_FULL"] = isFull ? "1" : "0"
  const seed = process.env["GATEHOUSE_TEST_SEED"] ??= String(isFull ? Date.now() % 2 ** 31 : seedOfEachRun)
  const leftOutFile = process.env["GATEHOUSE_TEST_LEFT_OUT"] ??= join(runFolder(), "left-out.jsonl")

  const tags = [
    { name: needs.chromium, skip: findChromium() === null },
    {
      name: needs.postgres,
      skip: findPostgresFolder() === null && process.env["GATEHOUSE_TEST_POSTGRES_URL"] === undefined
    },
    { name: needs.redis, skip: findRedis() === null },
    { name: needs.clamd, skip: findClamd() === null },
    { name: needs.haproxy, skip: findHaproxy() === null },
    { name: needs.promtool, skip: findPromtool() === null },
    { name: needs.smallDisk, skip: !canMount() },
    { name: needs.bun, skip: findNpmProgram("bun") === null },
    { name: needs.deno, skip: findNpmProgram("deno") === null },
    { name: needs.vectors, skip: findVectorsFolder() === null },
    { name: needs.full, skip: !isFull }
  ]
  const skippedTags = tags.filter(({ skip }) => skip).map(({ name }) => name)

  // Wide timeouts: a busy machine must not fail a test.
  const shared = {
    setupFiles: ["test/support/setup.ts"],
    testTimeout: isFull ? 3_600_000 : 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // A worker runs many test files in one process, so a file must not leave state that affects other files.
    isolate: false,
    // If a test has two tags, the options of the last tag win. Its `skip: false` would undo the `skip: true` of the
    // first tag.
    tags: tags.map(({ name, skip }) => skip ? { name, skip } : { name })
  }
  /** Node imports the modules and strips their types, as in production. This saves an eighth of the CPU time. */
  const asNode = { experimental: { viteModuleRunner: false, nodeLoader: false } }
  // These tests use the CPU all the time, so more workers would only compete for the cores.
  const together = { maxWorkers: Math.min(cores + 1, 12), sequence: { groupOrder: 1 } }
  return {
    test: {
      reporters: [new RunReporter({ isFull, seed, leftOutFile, skippedTags })],
      globalSetup: ["test/support/globalSetup.ts"],
      pool: "forks",
      ...asNode,
      sequence: { sequencer: LongestFirst },
      projects: [
        {
          test: {
            ...shared,
            name: "waiting",
            include: waiting,
            maxWorkers: Math.min(Math.ceil(2.5 * cores), 12),
            sequence: { groupOrder: 0 }
          }
        },
        {
          test: {
            ...shared,
            ...together,
            name: "served",
            include: served
          }
        },
        {
          test: {
            ...shared,
            ...together,
            name: "together",
            include: ["test/**/*.test.ts"],
            exclude: ["test/bench/**", ...waiting, ...served, ...linear, ...compiled]
          }
        },
        {
          test: {
            ...shared,
            ...together,
            name: "linear",
            include: linear
          }
        },
        {
          test: {
            ...shared,
            ...together,
            name: "dashboard",
            include: compiled,
            experimental: { viteModuleRunner: true }
          }
        }
      ]
    }
  }
})
