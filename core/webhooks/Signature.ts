import { Effect, Result } from "effect"
import { Base64 } from "effect/encoding"
import { Secrets } from "../kernel/Secrets.ts"
import type { WebhookEndpoint } from "./WebhookEndpoint.ts"

export const webhookSecretPrefix = "whsec_"
/** Number of random bytes of a secret. Standard Webhooks requires 24 to 64. */
export const secretBytes = 32

/** Creates a signing secret such as `whsec_…`, with `secretBytes` random bytes in base64. */
export const makeWebhookSecret = Effect.map(
  Secrets,
  ({ randomBytes }) => webhookSecretPrefix + Base64.encode(randomBytes(secretBytes))
)

/** Content that the signature of a request protects. */
export interface SignedContent {
  readonly id: string
  readonly at: Date
  readonly body: string
}

/** Returns the value of `webhook-timestamp`: seconds since 1970-01-01 UTC. */
const timestampOf = (at: Date): string => String(Math.floor(at.getTime() / 1_000))

/**
 * Returns the headers of Standard Webhooks for a request. There is a signature for each active secret, so that a
 * receiver accepts the request with the old or with the new one.
 */
export const signedHeaders = (
  { hmacSha256Base64 }: Pick<Secrets["Service"], "hmacSha256Base64">,
  { previousSecret, secret }: Pick<WebhookEndpoint, "previousSecret" | "secret">,
  { at, body, id }: SignedContent
): Readonly<Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>> => {
  const timestamp = timestampOf(at)
  const active = previousSecret !== null && previousSecret.expiresAt > at ? [secret, previousSecret.secret] : [secret]
  const signatures = active.map((one) => `v1,${hmacSha256Base64(keyOf(one), `${id}.${timestamp}.${body}`)}`)
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") }
}

/** Returns the key of a stored secret. Throws if the secret is malformed: its row was changed by hand. */
const keyOf = (secret: string): Uint8Array => Result.getOrThrow(Base64.decode(secret.slice(webhookSecretPrefix.length)))
