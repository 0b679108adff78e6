import { idempotencyHoursKept, idempotencyKeyCharsMax } from "../../../core/history/Idempotency.ts"

/** The header that every endpoint with `idempotent` in its contract takes; it is read before any schema is. */
const parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    `Repeated with the same body within ${idempotencyHoursKept} hours, the stored answer is given again and ` +
    "nothing is charged.",
  schema: { type: "string", minLength: 1, maxLength: idempotencyKeyCharsMax }
}

/** For the OpenAPI document. */
export const withIdempotencyHeader = (operation: Record<string, any>): Record<string, any> => {
  operation["parameters"] = [...operation["parameters"] ?? [], parameter]
  return operation
}
