import { writeFileSync } from "node:fs"
import { expect } from "vitest"

// A setup file of Vitest: probes read which test file is running.
writeFileSync(process.env["GATEHOUSE_FAULTS_TEST_FILE"]!, expect.getState().testPath ?? "")
