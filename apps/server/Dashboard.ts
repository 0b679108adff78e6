import { Effect } from "effect"
import type { RequestListener } from "node:http"
import { makeAccountListener } from "../../adapters/http/account/server/AccountListener.ts"
import type { DashboardFiles } from "../../adapters/http/account/server/DashboardFiles.ts"
import { serveDashboard } from "../../adapters/http/account/server/ServeDashboard.ts"
import { DashboardOptions } from "../../adapters/http/account/session/DashboardOptions.ts"
import { sessionAuthenticator, tryPath } from "../../adapters/http/account/session/SessionAuth.ts"
import { type EndpointOptions, makeEndpointsBelow } from "../../adapters/http/handlers/Endpoints.ts"
import type { ClientAddressResolver } from "../../adapters/http/server/connections/ClientAddress.ts"
import type { GatehouseConfig } from "./settings/Config.ts"

export interface DashboardSetup {
  readonly config: GatehouseConfig
  readonly files: DashboardFiles
  readonly resolveClientAddress: ClientAddressResolver
  /** Options of the endpoints that members try in the dashboard. */
  readonly endpoints: EndpointOptions
  /** Listener for all other paths. */
  readonly fallback: RequestListener
}

/** Builds the dashboard from the ports: the endpoints to try by path, and a listener for all other paths below `/dashboard`. */
export const makeDashboard = Effect.fnUntraced(
  function*({ config, endpoints, fallback, files, resolveClientAddress }: DashboardSetup) {
    const parts = Effect.gen(function*() {
      const api = yield* makeAccountListener
      const routes = yield* makeEndpointsBelow(endpoints, tryPath, yield* sessionAuthenticator)
      return { routes, listener: serveDashboard(files, { api, fallback }) }
    })
    return yield* Effect.provideService(parts, DashboardOptions, {
      publicUrl: config.publicUrl,
      resolveClientAddress,
      uploadBytesMax: config.uploadBytesMax,
      historySubjects: config.historySubjects,
      keepsLeadMessages: config.leadMessages === "keep",
      historyDaysMax: config.historyDays,
      hasDemo: config.demo === "on"
    })
  }
)
