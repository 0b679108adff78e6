import { describe, expect, it } from "vitest"
import { hiddenPartCharsMax } from "../../../../adapters/documents/ooxml/text/HiddenRuns.ts"
import { scanDocumentFacts } from "./OoxmlFacts.ts"
