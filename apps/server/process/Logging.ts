import { Cause, Layer, Logger, References } from "effect"
import { secretKeyPrefixes } from "../../../core/keys/KeyText.ts"
import { webhookSecretPrefix } from "../../../core/webhooks/Signature.ts"
import type { GatehouseConfig } from "../settings/Config.ts"

/**
 * Matches keys and secrets anywhere in a line, and values after names such as `cookie` or `password`. The secret of a
 * webhook is base64. A scheme such as `Bearer` is part of the value.
 */
const secretText = new RegExp(
  `(${[...secretKeyPrefixes, webhookSecretPrefix].join("|")})[\\w+/=-]+|` +
    `((?:api-key|authorization|cookie|password|secret|token)"?\\s*[:=]\\s*"?)(?:(?:bearer|basic|token)\\s+)?[^\\s",;}]+`,
  "gi"
)

/** Redacts secrets in a complete log line, so that no message, annotation or error can leak a key. */
export const redact = (line: string): string =>
  line.replace(secretText, (_, prefix: string | undefined, name: string | undefined) => `${prefix ?? name ?? ""}***`)

/** Writes lines such as `10:00:00.000 INFO  message  name=value`, in UTC, with the cause below. */
const humanReadableLogger = Logger.make<unknown, string>(({ cause, date, fiber, logLevel, message }) => {
  const annotations = Object.entries(fiber.getRef(References.CurrentLogAnnotations))
    .map(([name, value]) => `  ${name}=${String(value)}`).join("")
  const text = (Array.isArray(message) ? message : [message]).map((part) =>
    typeof part === "string" ? part : JSON.stringify(part)
  )
  const causeText = cause.reasons.length === 0 ? "" : `\n${Cause.pretty(cause)}`
  return `${date.toISOString().slice(11, 23)} ${logLevel.toUpperCase().padEnd(5)} ${
    text.join(" ")
  }${annotations}${causeText}`
})

export const layerLogging = ({ logFormat, logLevel }: GatehouseConfig) => {
  const format = logFormat === "json" ? Logger.formatJson : humanReadableLogger
  return Layer.merge(
    Logger.layer([Logger.withConsoleLog(Logger.map(format, redact))]),
    Layer.succeed(References.MinimumLogLevel, logLevel)
  )
}
