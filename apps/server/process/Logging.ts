import { Cause, Layer, Logger, References } from "effect"
import type { GatehouseConfig } from "../settings/Config.ts"

/** Texts of keys and secrets, wherever they turn up; and the values of headers that carry them. */
const secretText =
  /gh_(?:live|secret)_[0-9a-z]+|((?:api-key|authorization|cookie|password|secret|token)"?\s*[:=]\s*"?)[^\s",;}]+/gi

/** The last step of every log line, so that no message, annotation or error can carry a key out. */
export const redact = (line: string): string =>
  line.replace(
    secretText,
    (found, name: string | undefined) => name === undefined ? `${found.slice(0, 8)}***` : `${name}***`
  )

/** `10:00:00.000 INFO  message  name=value`, and the cause below. */
const forPeople = Logger.make<unknown, string>(({ cause, date, fiber, logLevel, message }) => {
  const annotations = Object.entries(fiber.getRef(References.CurrentLogAnnotations))
    .map(([name, value]) => `  ${name}=${String(value)}`).join("")
  const text = (Array.isArray(message) ? message : [message]).map((part) =>
    typeof part === "string" ? part : JSON.stringify(part)
  )
  const trouble = cause.reasons.length === 0 ? "" : `\n${Cause.pretty(cause)}`
  return `${date.toISOString().slice(11, 23)} ${logLevel.toUpperCase().padEnd(5)} ${
    text.join(" ")
  }${annotations}${trouble}`
})

export const layerLogging = ({ logFormat, logLevel }: GatehouseConfig) => {
  const format = logFormat === "json" ? Logger.formatJson : forPeople
  return Layer.merge(
    Logger.layer([Logger.withConsoleLog(Logger.map(format, redact))]),
    Layer.succeed(References.MinimumLogLevel, logLevel)
  )
}
