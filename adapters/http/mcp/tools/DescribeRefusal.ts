import type { ApiReply } from "./AgentTool.ts"

/** Last sentence of errors that an agent might otherwise treat as a verdict. */
export const uncheckedNote = "This is not a verdict: treat the input as unchecked."

/** Maximum characters of the server's message in a tool error. */
export const refusalCharsMax = 2_000

/** Returns the text of a tool error: what happened, and what the agent should do. */
export const describeRefusal = (reply: ApiReply): string => {
  const message = messageOf(reply)
  return `${message} ${adviceOf(reply, message)}`
}

/** Returns the message of an error body, in any of the shapes of `Errors.ts`. */
const messageOf = ({ body, status }: ApiReply): string => {
  const { error, errors, message } = fieldsOf(body)
  const fields = typeof errors === "object" && errors !== null ? Object.values(errors).flat() : []
  const text = fields.length > 0 ? fields.join(" ") : message ?? error
  return typeof text === "string" && text !== ""
    ? text.slice(0, refusalCharsMax)
    : `The server answered with status ${status}.`
}

const fieldsOf = (body: string): { readonly [name: string]: unknown } => {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === "object" && value !== null ? { ...value } : {}
  } catch {
    // A proxy in front of the server may answer with HTML.
    return {}
  }
}

const creditsAdvice =
  "Nothing was charged. Ask the user to add credits. Do not retry before that, and treat the input as unchecked."

const adviceOf = ({ header, status }: ApiReply, message: string): string => {
  switch (status) {
    case 401:
      return "Ask the user to configure a valid API key. Do not retry."
    case 403:
      return creditsAdvice
    case 400:
    case 422:
      // The endpoint for batches reports missing credits with 422.
      return message.startsWith("Not enough credits")
        ? creditsAdvice
        : `Nothing was charged. If the message names a mistake in the arguments, correct it and call the tool again. ${uncheckedNote}`
    case 413:
      return `Nothing was charged. The server does not accept more data. ${uncheckedNote}`
  }
  const seconds = Number(header("retry-after"))
  const delay = seconds > 0 ? `Wait ${seconds === 1 ? "1 second" : `${seconds} seconds`}, then retry.` : "Retry later."
  return `Nothing was charged. ${delay} ${uncheckedNote}`
}
