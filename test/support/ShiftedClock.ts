import { fileURLToPath } from "node:url"

/** Settings and flags that let the clock of a Node process and its threads run so far ahead of the system's. */
export const shiftedClock = (millis: number) => ({
  env: { GATEHOUSE_TEST_CLOCK_MILLIS: String(millis) },
  flags: ["--import", fileURLToPath(new URL("./ShiftOwnClock.ts", import.meta.url))]
})
