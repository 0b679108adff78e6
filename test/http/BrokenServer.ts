import { Effect, Layer } from "effect"
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
import type { Binding, Visitor } from "../../adapters/http/server/endpoints/Binding.ts"
import { keyedEndpoint } from "../../adapters/http/server/endpoints/KeyedEndpoint.ts"
import { Observer } from "../../adapters/http/server/endpoints/Observer.ts"
import { openEndpoint } from "../../adapters/http/server/endpoints/OpenEndpoint.ts"

type AnyBinding = Binding<ScreeningPorts>
type AnyHandler = AnyBinding["handler"]

export interface BrokenOptions {
  /** What goes wrong, in its own words. */
  readonly fault: () => Error
  /** While it is false all is well. */
  readonly isBroken: () => boolean
}

/** More than a test asks. */
const perMinute = 1_000

/** Paths of `/scan/email` with another part of its handler broken. */
export const brokenParts = ["/throws", "/fails", "/prepare", "/price", "/reply", "/note"]

/** The server with every use case broken. */
export const brokenServer = ({ fault, isBroken }: BrokenOptions) => {
  const dies: AnyHandler["work"] = () => Effect.die(fault())
  const throws = () => {
    throw fault()
  }
  const broken = (binding: AnyBinding, parts: Partial<AnyHandler> = { work: dies }, path = binding.path) => {
    const whole = binding.handler
    const work: AnyHandler["work"] = (input, caller) =>
      isBroken() && parts.work !== undefined ? parts.work(input, caller) : whole.work(input, caller)
    return { ...binding, path, handler: { ...whole, ...parts, work } }
  }
  const scanEmail = emails[0]!
  const unforeseen = Effect.fail({ _tag: "Unforeseen", message: "a failure of which the contract does not know" })
  const parts: ReadonlyArray<Partial<AnyHandler>> = [
    { work: throws },
    { work: () => unforeseen },
    { prepare: throws },
    { price: throws },
    { reply: throws },
    { note: throws }
  ]
  const keyed = [
    ...[documents, leads({ keepsMessages: false }), ...emails, ...urls, ...phishing].map((binding: AnyBinding) =>
      broken(binding)
    ),
    ...parts.map((part, at) => broken(scanEmail, part, brokenParts[at]!))
  ]
  const server = Effect.gen(function*() {
    const ways = yield* Effect.forEach(
      keyed,
      (binding) => Effect.map(keyedEndpoint(binding), (way) => [binding.path, way] as const)
    )
    const openWays = yield* Effect.forEach(
      [shield(perMinute), ...widget(perMinute)],
      (binding: Binding<ScreeningPorts, Visitor>) =>
        Effect.map(
          openEndpoint({ ...binding, handler: { ...binding.handler, work: () => Effect.die(fault()) } }),
          (way) => [binding.path, way] as const
        )
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
