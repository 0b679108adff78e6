import { propertyOf } from "../../server/process/StartFailure.ts"

/** Returns the reason of a failed `fetch`, which is in the cause of a general error. */
export const describeNetworkError = (error: unknown): string => {
  const cause = propertyOf(error, "cause")
  const text = propertyOf(cause, "message") || propertyOf(cause, "code") || propertyOf(error, "message")
  return String(text || error)
}
