import { defineConfig } from "vitest/config"
import { LongestFirst } from "./test/support/LongestFirst.ts"

/** They start servers, browsers and command lines, and wait for them most of the time. */
const waiting = [
  ...["browser", "cli", "crash", "library", "runtime", "server"].map((folder) => `test/${folder}/**/*.test.ts`),
  "test/http/RateLimitWait.test.ts"
]

/** They look at what a whole process holds: its metrics, its event loop. */
const alone = [
  "test/adapters/storage/GroupCommit.test.ts",
  "test/adapters/storage/GroupOutages.test.ts",
  "test/http/ShieldOutage.test.ts"
]

/** They measure what they take. */
const measured = ["bombs", "pool"].map((folder) => `test/adapters/documents/${folder}/*.test.ts`)

// What is waited for comes when it comes: a busy machine takes its time.
const shared = { testTimeout: 30_000, hookTimeout: 120_000, expect: { poll: { timeout: 15_000 } } }

export default defineConfig({
  test: {
    // Once for the whole run.
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
      { test: { ...shared, name: "alone", include: alone, maxWorkers: 6, sequence: { groupOrder: 0 } } },
      { test: { ...shared, name: "measured", include: measured, maxWorkers: 4, sequence: { groupOrder: 1 } } },
      {
        test: {
          ...shared,
          name: "together",
          include: ["test/**/*.test.ts"],
          exclude: ["test/bench/**", ...waiting, ...alone, ...measured],
          isolate: false,
          // They are at work all the time: more at once would only take each other's cores.
          maxWorkers: 4,
          sequence: { groupOrder: 1 }
        }
      }
    ]
  }
})
