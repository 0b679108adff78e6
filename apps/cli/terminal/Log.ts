import { Cause, Layer, Logger, References } from "effect"
import { redact } from "../../server/Logging.ts"

/** What a command warns of beside its result: a sentence, or with `--json` a line as the server's log has them. */
export const layerLog = (isJson: boolean) =>
  Layer.mergeAll(
    // Standard output belongs to the results.
    Logger.layer([Logger.withConsoleError(Logger.map(isJson ? Logger.formatJson : forPeople, redact))]),
    Layer.succeed(References.MinimumLogLevel, "Warn")
  )

const forPeople = Logger.make<unknown, string>(({ cause, logLevel, message }) => {
  const text = [message].flat().map((part) => typeof part === "string" ? part : JSON.stringify(part)).join(" ")
  const trouble = cause.reasons.length === 0 ? "" : `\n${Cause.pretty(cause)}`
  return `${logLevel === "Warn" ? "Warning" : logLevel}: ${text}${trouble}`
})
