import { shiftClock } from "./ShiftClock.ts"

// Preloaded by the flags of `shiftedClock`.
shiftClock(Number(process.env["GATEHOUSE_TEST_CLOCK_MILLIS"]))
