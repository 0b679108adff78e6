import { Effect, Layer, Redacted } from "effect"
import type { RateLimiter } from "../../core/keys/RateLimiter.ts"

/** Counts requests in Valkey, and with the limiter that it is provided with while Valkey is away. */
export const layerValkey = (url: Redacted.Redacted<string>): Layer.Layer<RateLimiter, never, RateLimiter> =>
  // The client takes 0.1 s of CPU time and 22 MB to load: only servers that use it pay for it.
  Layer.unwrap(Effect.promise(async () => {
    const { layer } = await import("../../adapters/storage/valkey/RateLimiterValkey.ts")
    const { ValkeyClient } = await import("../../adapters/storage/valkey/ValkeyClient.ts")
    return layer.pipe(Layer.provide(ValkeyClient.layer(url)))
  }))

/** The server's address, without the password. */
export const describeValkey = (url: Redacted.Redacted<string>): string => {
  const { host, pathname } = new URL(Redacted.value(url))
  return `${host}${pathname === "/" ? "" : pathname}`
}
