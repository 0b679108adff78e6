import { Cause, Exit, Schema, SchemaIssue } from "effect"

/** Validation error: a summary, and the messages by field. */
export interface ValidationError {
  readonly message: string
  readonly errors: Readonly<Record<string, ReadonlyArray<string>>>
}

/** Maximum number of fields that a response lists. A hostile body can contain far more invalid fields. */
export const errorFieldsMax = 20

/** Builds a validation error with one message about one field. */
export const makeFieldError = (field: string, message: string): ValidationError => ({
  message,
  errors: { [field]: [message] }
})

/**
 * Returns a decoder that produces the value or a validation error.
 *
 * @param errors `all` reports the errors of every field; `first` stops at the first error
 */
export const makeDecoder = <S extends Schema.Codec<unknown>>(
  schema: S,
  errors: "all" | "first" = "all"
) => {
  const decode = Schema.decodeUnknownExit(schema, { errors })
  return (input: unknown): { readonly value: S["Type"] } | { readonly invalid: ValidationError } => {
    const exit = decode(input)
    if (Exit.isSuccess(exit)) return { value: exit.value }
    const error = Cause.squash(exit.cause)
    if (!Schema.isSchemaError(error)) throw error
    return { invalid: toValidationError(error.issue) }
  }
}

/** Converts a schema issue to a validation error, with complete sentences for each field. */
export const toValidationError = (issue: SchemaIssue.Issue): ValidationError => {
  // Has no prototype, because a caller may choose field names such as `constructor`.
  const errors: Record<string, Array<string>> = Object.create(null)
  let count = 0
  let first = ""
  for (const { message, path } of formatIssue(issue).issues) {
    const field = (path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".") || "body"
    // Messages of the schema library do not end with a period. They are not meant for callers.
    const sentence = `The ${field} field ${message.endsWith(".") ? message : "is not valid."}`
    if (!(field in errors) && Object.keys(errors).length >= errorFieldsMax) continue
    ;(errors[field] ??= []).push(sentence)
    first ||= sentence
    count++
  }
  return { message: count > 1 ? `${first} (and ${count - 1} more error${count > 2 ? "s" : ""})` : first, errors }
}

/** Formats messages that complete a sentence starting with "The … field". */
const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    switch (issue._tag) {
      case "MissingKey":
        return "is required."
      case "UnexpectedKey":
        return "is unknown."
      case "InvalidType":
        return `must be ${describeType(issue.ast._tag)}.`
      default:
        return messageOf(issue) ?? "is not valid."
    }
  },
  checkHook: SchemaIssue.defaultCheckHook
})

const messageOf = (issue: SchemaIssue.Leaf): string | undefined => {
  const text = SchemaIssue.defaultLeafHook(issue)
  return text.endsWith(".") ? text : undefined
}

const describeType = (tag: string): string => {
  switch (tag) {
    case "String":
      return "a string"
    case "Number":
      return "a number"
    case "Boolean":
      return "true or false"
    case "Arrays":
      return "an array"
    case "Objects":
    case "Declaration":
      return "an object"
    default:
      return "of the documented type"
  }
}
