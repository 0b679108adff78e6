import { Effect, identity, Layer } from "effect"
import { scanEmail } from "../../adapters/http/api/Emails.ts"
import { documentRoute } from "../../adapters/http/handlers/Documents.ts"
import { emailRoutes } from "../../adapters/http/handlers/Emails.ts"
import type { ScreeningPorts } from "../../adapters/http/handlers/Endpoints.ts"
import { leadRoute } from "../../adapters/http/handlers/Leads.ts"
import { phishingRoutes } from "../../adapters/http/handlers/Phishing.ts"
import { siteverifyRoute } from "../../adapters/http/handlers/Shield.ts"
import { urlRoutes } from "../../adapters/http/handlers/Urls.ts"
import { widgetRoutes } from "../../adapters/http/handlers/Widget.ts"
import { makeClientAddressResolver } from "../../adapters/http/server/connections/ClientAddress.ts"
import { Lifecycle } from "../../adapters/http/server/connections/Lifecycle.ts"
import * as NodeServer from "../../adapters/http/server/connections/NodeServer.ts"
import { makeKeyedEndpoint } from "../../adapters/http/server/endpoints/KeyedEndpoint.ts"
import { makeKeylessEndpoint } from "../../adapters/http/server/endpoints/KeylessEndpoint.ts"
import { Observer } from "../../adapters/http/server/endpoints/Observer.ts"
import {
  type KeyedHandler,
  type KeyedRoute,
  keyedRoute,
  type KeylessRoute
} from "../../adapters/http/server/endpoints/Route.ts"

type Email = typeof scanEmail.payload["Type"]
type EmailAnswer = typeof scanEmail.success["Type"]
type EmailHandler = KeyedHandler<Email, Email, EmailAnswer, EmailAnswer, never>

/** Working handler of `/scan/email`. The tests replace parts of it with broken parts. */
const sound: EmailHandler = {
  prepare: identity,
  price: () => 1,
  execute: ({ email }) =>
    Effect.succeed({
      ok: true,
      email,
      domain: "",
      disposable: false,
      email_blocked: false,
      role_account: false,
      public_domain: false,
      did_you_mean: null,
      ip_blocked: null,
      country_blocked: null
    }),
  reply: identity,
  summarize: ({ email }) => ({ verdict: "", subject: email })
}

export interface BrokenOptions {
  /** Returns the failure to inject. */
  readonly fault: () => Error
  /** Reports whether failures are injected. */
  readonly isBroken: () => boolean
}

/** Rate limit that no test reaches. */
const perMinute = 1_000

/** Paths of variants of `/scan/email`. In each variant, a different part of the handler is broken. */
export const brokenParts = ["/throws", "/fails", "/prepare", "/price", "/reply", "/note"] as const

/** Starts the server with every use case broken. */
export const brokenServer = ({ fault, isBroken }: BrokenOptions) => {
  const throws = () => {
    throw fault()
  }
  const dies = <R>(route: KeyedRoute<R>): KeyedRoute<R> => ({
    ...route,
    read: (exchange) =>
      Effect.map(route.read(exchange), (call) => ({
        ...call,
        prepare: () => {
          const task = call.prepare()
          return { ...task, execute: (caller) => isBroken() ? Effect.die(fault()) : task.execute(caller) }
        }
      }))
  })
  const unforeseen = Effect.fail({ _tag: "Unforeseen", message: "a failure of which the contract does not know" })
  const parts: ReadonlyArray<Partial<EmailHandler>> = [
    { execute: throws },
    { execute: () => unforeseen },
    { prepare: throws },
    { price: throws },
    { reply: throws },
    { summarize: throws }
  ]
  const keyed: ReadonlyArray<KeyedRoute<ScreeningPorts>> = [
    ...[
      documentRoute({ uploadBytesMax: 1024 * 1024 }),
      leadRoute({ keepsMessages: false }),
      ...emailRoutes,
      ...urlRoutes,
      ...phishingRoutes
    ]
      .map((route: KeyedRoute<ScreeningPorts>) => dies(route)),
    ...parts.map((part, at) => keyedRoute({ ...scanEmail, path: brokenParts[at]! }, { ...sound, ...part }))
  ]
  const server = Effect.gen(function*() {
    const keyedEndpoints = yield* Effect.forEach(
      keyed,
      (route) => Effect.map(makeKeyedEndpoint(route), (endpoint) => [route.path, endpoint] as const)
    )
    const keylessEndpoints = yield* Effect.forEach(
      [siteverifyRoute(perMinute), ...widgetRoutes(perMinute)],
      (route: KeylessRoute<ScreeningPorts>) => {
        const read: typeof route.read = (exchange) =>
          Effect.map(route.read(exchange), (call) => ({ ...call, execute: () => Effect.die(fault()) }))
        return Effect.map(makeKeylessEndpoint({ ...route, read }), (endpoint) => [route.path, endpoint] as const)
      }
    )
    return NodeServer.layer({
      host: "127.0.0.1",
      port: 0,
      resolveClientAddress: makeClientAddressResolver([]),
      isProxy: () => false,
      connectionsMax: 1_000,
      perAddressMax: 1_000,
      stopDelayMillis: 0,
      endpoints: new Map([...keyedEndpoints, ...keylessEndpoints]),
      fallback: (_, response) => response.end()
    })
  })
  return Layer.unwrap(server).pipe(
    Layer.provideMerge(Observer.layer({ subjects: "full" })),
    Layer.provide(Lifecycle.layer)
  )
}
