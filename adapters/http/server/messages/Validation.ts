import { Cause, Exit, Schema, SchemaIssue } from "effect"

/** The validation shape of the contract, section 7.1. */
export interface Invalid {
  readonly message: string
  readonly errors: Readonly<Record<string, ReadonlyArray<string>>>
}

/** Fields named in one answer; a hostile body could be wrong in more places than anyone reads. */
export const fieldsNamedMax = 20

/** Builds the shape from one sentence about one field. */
export const invalidField = (field: string, message: string): Invalid => ({ message, errors: { [field]: [message] } })

/**
 * A decoder that answers in the validation shape: the value, or what is wrong.
 *
 * @param errors `all` looks at every field; `first` ends with the first mistake, however many a hostile body holds
 */
export const decoder = <S extends Schema.Codec<unknown>>(
  schema: S,
  errors: "all" | "first" = "all"
) => {
  const decode = Schema.decodeUnknownExit(schema, { errors })
  return (input: unknown): { readonly value: S["Type"] } | { readonly invalid: Invalid } => {
    const exit = decode(input)
    if (Exit.isSuccess(exit)) return { value: exit.value }
    const error = Cause.squash(exit.cause)
    if (!Schema.isSchemaError(error)) throw error
    return { invalid: describe(error.issue) }
  }
}

/** What is wrong, by field, in sentences for whoever sent it. */
export const describe = (issue: SchemaIssue.Issue): Invalid => {
  const errors: Record<string, Array<string>> = {}
  let count = 0
  let first = ""
  for (const { message, path } of format(issue).issues) {
    const field = (path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".") || "body"
    // The declaration's own messages are ends of sentences; what a schema says of itself is not for callers.
    const sentence = `The ${field} field ${message.endsWith(".") ? message : "is not valid."}`
    if (!(field in errors) && Object.keys(errors).length >= fieldsNamedMax) continue
    ;(errors[field] ??= []).push(sentence)
    first ||= sentence
    count++
  }
  return { message: count > 1 ? `${first} (and ${count - 1} more error${count > 2 ? "s" : ""})` : first, errors }
}

/** Ends of sentences that begin with "The … field". */
const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    switch (issue._tag) {
      case "MissingKey":
        return "is required."
      case "InvalidType":
        return `must be ${nameOf(issue.ast._tag)}.`
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

const nameOf = (tag: string): string => {
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
      return "of another type"
  }
}
