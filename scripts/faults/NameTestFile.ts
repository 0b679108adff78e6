import { writeFileSync } from "node:fs"
import { expect } from "vitest"

// A setup file of Vitest. It records the running test file for the probes.
writeFileSync(process.env["GATEHOUSE_FAULTS_TEST_FILE"]!, expect.getState().testPath ?? "")
