import { writeFileSync } from "node:fs"
import { expect } from "vitest"

// Setup file of Vitest. It records the path of the running test file, which the probes report.
writeFileSync(process.env["GATEHOUSE_FAULTS_TEST_FILE"]!, expect.getState().testPath ?? "")
