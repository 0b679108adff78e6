import { expect, it } from "vitest"
import { featuresVersion } from "../../../core/messages/features/MessageFeatures.ts"
import { featuresDigest } from "./FixedTexts.ts"

/**
 * When this fails, messages get other features than those that the model of the release was trained on: raise `featuresVersion`,
 * train the model again, and write down the new figure.
 */
it("messages have the features of this version", () => {
  expect({ featuresVersion, digest: featuresDigest() }).toEqual({ featuresVersion: 4, digest: 1_769_056_738 })
})
