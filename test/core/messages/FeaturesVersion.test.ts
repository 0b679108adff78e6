import { expect, it } from "vitest"
import { featuresVersion } from "../../../core/messages/features/MessageFeatures.ts"
import { featuresDigest } from "./FixedTexts.ts"

/**
 * Checks that messages have the features on which the released model was trained.
 *
 * If this fails, raise `featuresVersion`, train the model again, and update the fingerprint.
 */
it("messages have the features of this version", () => {
  expect({ featuresVersion, digest: featuresDigest() }).toEqual({ featuresVersion: 4, digest: 1_769_056_738 })
})
