import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/bench/**"],
    // Suites start servers of their own: more of them at once would only take each other's cores. One of the three waits
    // for a minute to pass, and many wait for a moment.
    pool: "forks",
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: ["test/support/globalSetup.ts"]
  }
})
