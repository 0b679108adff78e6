import { Effect } from "effect"
import type { RequestListener } from "node:http"
import { makeAccountListener } from "../../adapters/http/account/server/AccountListener.ts"
import type { DashboardFiles } from "../../adapters/http/account/server/DashboardFiles.ts"
import { serveDashboard } from "../../adapters/http/account/server/ServeDashboard.ts"
import { DashboardOptions } from "../../adapters/http/account/session/DashboardOptions.ts"
import { sessionAuthenticator, tryApiPath } from "../../adapters/http/account/session/SessionAuth.ts"
import { type EndpointOptions, makeEndpointsUnderPath } from "../../adapters/http/handlers/Endpoints.ts"
import type { ClientAddressResolver } from "../../adapters/http/server/connections/ClientAddress.ts"
import type { GatehouseConfig } from "./settings/Config.ts"

export interface DashboardSetup {
  readonly config: GatehouseConfig
  readonly files: DashboardFiles
  readonly resolveClientAddress: ClientAddressResolver
  /** Options of the API endpoints that members can try in the dashboard. */
  readonly endpoints: EndpointOptions
  /** Listener for requests that do not belong to the dashboard. */
  readonly fallback: RequestListener
}

/**
 * Builds the dashboard: a listener, and routes for the API endpoints that members can try. The listener serves all
 * other paths below `/dashboard`.
 */
export const makeDashboard = Effect.fnUntraced(
  function*({ config, endpoints, fallback, files, resolveClientAddress }: DashboardSetup) {
    const parts = Effect.gen(function*() {
      const api = yield* makeAccountListener
      const routes = yield* makeEndpointsUnderPath(endpoints, tryApiPath, yield* sessionAuthenticator)
      return { routes, listener: serveDashboard(files, { api, fallback }) }
    })
    return yield* Effect.provideService(parts, DashboardOptions, {
      publicUrl: config.publicUrl,
      resolveClientAddress,
      uploadBytesMax: config.uploadBytesMax,
      historySubjects: config.historySubjects,
      keepsLeadMessages: config.leadMessages === "keep",
      historyDaysMax: config.historyDays,
      hasDemo: config.demo === "on",
      webhookPolicy: { isPrivateAllowed: config.webhookNetworks.length > 0 }
    })
  }
)
