import { shiftClock } from "./ShiftClock.ts"

// The flags of `shiftedClockOptions` preload this file.
shiftClock(Number(process.env["GATEHOUSE_TEST_CLOCK_MILLIS"]))
