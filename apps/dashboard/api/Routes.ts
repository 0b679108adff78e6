import { HttpApi } from "effect/http-api"
import { AccountApi } from "../../../adapters/http/account/api/AccountApi.ts"
import type { EndpointName, GroupName } from "./Client.ts"

/** Method and path (`/dashboard/api/keys/:id/revoke`) of each endpoint, by group and name. */
export type Routes = {
  readonly [Group in GroupName]: {
    readonly [Name in EndpointName<Group>]: readonly [method: string, path: string]
  }
}

const deriveRoutes = (): Routes => {
  const groups: Record<string, Record<string, readonly [string, string]>> = {}
  HttpApi.reflect(AccountApi, {
    onGroup: ({ group }) => {
      groups[group.identifier] = {}
    },
    onEndpoint: ({ endpoint, group }) => {
      ;(groups[group.identifier] ??= {})[endpoint.identifier] = [endpoint.method, endpoint.path]
    }
  })
  // `reflect` visits every group and endpoint of the declaration, so the names match its type.
  return groups as Routes
}

/**
 * Routes of the account API, derived from its declaration. The build computes them and replaces this file with the
 * result, so that browsers need not load the declaration library (60 kB gzipped).
 */
export const routes: Routes = deriveRoutes()
