import { fileURLToPath } from "node:url"

/** Returns settings and flags that set the clock of a Node process and its threads ahead of the system's. */
export const shiftedClockOptions = (millis: number) => ({
  env: { GATEHOUSE_TEST_CLOCK_MILLIS: String(millis) },
  flags: ["--import", fileURLToPath(new URL("./ShiftedClockPreload.ts", import.meta.url))]
})
