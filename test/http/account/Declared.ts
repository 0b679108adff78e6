import { Context } from "effect"
import { AccountApi } from "../../../adapters/http/account/api/AccountApi.ts"
import { AllowedRoles } from "../../../adapters/http/account/api/SessionAuth.ts"
import type { Role } from "../../../core/members/Role.ts"

/** Declared endpoint of the account API. */
export interface DeclaredEndpoint {
  /** Names of the group and the endpoint, such as `keys.create`. */
  readonly name: string
  readonly method: string
  readonly path: string
  /** Roles that may use the endpoint; null if no session is required. */
  readonly roles: ReadonlyArray<Role> | null
}

const nobody: ReadonlyArray<Role> = []

export const declaredEndpoints: ReadonlyArray<DeclaredEndpoint> = Object.values(AccountApi.groups).flatMap((group) =>
  Object.values(group.endpoints).map((endpoint) => ({
    name: `${group.identifier}.${endpoint.identifier}`,
    method: endpoint.method,
    path: endpoint.path,
    roles: group.identifier === "entry"
      ? null
      : Context.getOrElse(endpoint.annotations as Context.Context<AllowedRoles>, AllowedRoles, () => nobody)
  }))
)

/** Returns the path with each parameter replaced by the value. */
export const pathWith = ({ path }: DeclaredEndpoint, value: string): string =>
  path.replace(/:\w+/g, encodeURIComponent(value))
