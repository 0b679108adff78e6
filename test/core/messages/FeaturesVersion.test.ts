import { expect, it } from "vitest"
import { featuresVersion } from "../../../core/messages/features/MessageFeatures.ts"
import { featuresDigest } from "./FixedTexts.ts"

/**
 * If this fails, messages have other features than those that the released model was trained on: raise `featuresVersion`,
 * train the model again, and update the fingerprint.
 */
it("messages have the features of this version", () => {
  expect({ featuresVersion, digest: featuresDigest() }).toEqual({ featuresVersion: 4, digest: 1_769_056_738 })
})
