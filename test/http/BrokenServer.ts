import { Effect, identity, Layer } from "effect"
import { scanEmail } from "../../adapters/http/api/Emails.ts"
import { documents } from "../../adapters/http/handlers/Documents.ts"
import { emails } from "../../adapters/http/handlers/Emails.ts"
import type { ScreeningPorts } from "../../adapters/http/handlers/Endpoints.ts"
import { leads } from "../../adapters/http/handlers/Leads.ts"
import { phishing } from "../../adapters/http/handlers/Phishing.ts"
import { shield } from "../../adapters/http/handlers/Shield.ts"
import { urls } from "../../adapters/http/handlers/Urls.ts"
import { widget } from "../../adapters/http/handlers/Widget.ts"
import { addressOf } from "../../adapters/http/server/connections/ClientAddress.ts"
import { Lifecycle } from "../../adapters/http/server/connections/Lifecycle.ts"
import * as NodeServer from "../../adapters/http/server/connections/NodeServer.ts"
import {
  bindKeyed,
  type KeyedBinding,
  type KeyedHandler,
  type OpenBinding
} from "../../adapters/http/server/endpoints/Binding.ts"
import { keyedEndpoint } from "../../adapters/http/server/endpoints/KeyedEndpoint.ts"
import { Observer } from "../../adapters/http/server/endpoints/Observer.ts"
import { openEndpoint } from "../../adapters/http/server/endpoints/OpenEndpoint.ts"

type Email = typeof scanEmail.payload["Type"]
type EmailAnswer = typeof scanEmail.success["Type"]
type EmailHandler = KeyedHandler<Email, Email, EmailAnswer, EmailAnswer, never>

/** A working handler of `/scan/email`. */
const sound: EmailHandler = {
  prepare: identity,
  price: () => 1,
  work: ({ email }) =>
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
  note: ({ email }) => ({ verdict: "", subject: email })
}

export interface BrokenOptions {
  /** The injected failure, with its own message. */
  readonly fault: () => Error
  /** No failure occurs while it is false. */
  readonly isBroken: () => boolean
}

/** More than any test uses. */
const perMinute = 1_000

/** Paths of `/scan/email` with a different part of the handler broken. */
export const brokenParts = ["/throws", "/fails", "/prepare", "/price", "/reply", "/note"] as const

/** Starts the server with every use case broken. */
export const brokenServer = ({ fault, isBroken }: BrokenOptions) => {
  const throws = () => {
    throw fault()
  }
  const dies = <R>(binding: KeyedBinding<R>): KeyedBinding<R> => ({
    ...binding,
    read: (exchange) =>
      Effect.map(binding.read(exchange), (call) => ({
        ...call,
        prepare: () => {
          const task = call.prepare()
          return { ...task, work: (caller) => isBroken() ? Effect.die(fault()) : task.work(caller) }
        }
      }))
  })
  const unforeseen = Effect.fail({ _tag: "Unforeseen", message: "a failure of which the contract does not know" })
  const parts: ReadonlyArray<Partial<EmailHandler>> = [
    { work: throws },
    { work: () => unforeseen },
    { prepare: throws },
    { price: throws },
    { reply: throws },
    { note: throws }
  ]
  const keyed: ReadonlyArray<KeyedBinding<ScreeningPorts>> = [
    ...[documents({ uploadBytesMax: 1024 * 1024 }), leads({ keepsMessages: false }), ...emails, ...urls, ...phishing]
      .map((binding: KeyedBinding<ScreeningPorts>) => dies(binding)),
    ...parts.map((part, at) => bindKeyed({ ...scanEmail, path: brokenParts[at]! }, { ...sound, ...part }))
  ]
  const server = Effect.gen(function*() {
    const ways = yield* Effect.forEach(
      keyed,
      (binding) => Effect.map(keyedEndpoint(binding), (way) => [binding.path, way] as const)
    )
    const openWays = yield* Effect.forEach(
      [shield(perMinute), ...widget(perMinute)],
      (binding: OpenBinding<ScreeningPorts>) => {
        const read: typeof binding.read = (exchange) =>
          Effect.map(binding.read(exchange), (call) => ({ ...call, work: () => Effect.die(fault()) }))
        return Effect.map(openEndpoint({ ...binding, read }), (way) => [binding.path, way] as const)
      }
    )
    return NodeServer.layer({
      host: "127.0.0.1",
      port: 0,
      addressOf: addressOf([]),
      isProxy: () => false,
      connectionsMax: 1_000,
      perAddressMax: 1_000,
      stopDelayMillis: 0,
      endpoints: new Map([...ways, ...openWays]),
      fallback: (_, response) => response.end()
    })
  })
  return Layer.unwrap(server).pipe(
    Layer.provideMerge(Observer.layer({ subjects: "full" })),
    Layer.provide(Lifecycle.layer)
  )
}
