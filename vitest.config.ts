import { defineConfig } from "vitest/config"

/** Functions of their arguments: nothing that one test leaves behind could reach another. */
const pure = ["test/core/**/*.test.ts", "test/adapters/documents/**/*.test.ts"]

/** They measure what they take. */
const measured = ["test/adapters/documents/bombs/**", "test/adapters/documents/pool/**"]

export default defineConfig({
  test: {
    // Suites start servers and browsers of their own, and wait for them most of the time; more of them at once would only
    // take each other's cores.
    pool: "forks",
    maxWorkers: 4,
    projects: [
      {
        extends: true,
        test: {
          name: "alone",
          include: ["test/**/*.test.ts"],
          exclude: ["test/bench/**", ...pure, ...measured],
          globalSetup: ["test/support/globalSetup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000
        }
      },
      {
        extends: true,
        test: { name: "measured", include: measured.map((folder) => `${folder}/*.test.ts`), testTimeout: 30_000 }
      },
      {
        extends: true,
        test: { name: "pure", include: pure, exclude: measured, isolate: false, testTimeout: 30_000 }
      }
    ]
  }
})
