import { Context } from "effect"
import { AccountApi } from "../../../adapters/http/account/api/AccountApi.ts"
import { AllowedRoles } from "../../../adapters/http/account/api/SessionAuth.ts"
import type { Role } from "../../../core/members/Role.ts"

/** A declared endpoint, as the tests iterate over it. */
export interface DeclaredEndpoint {
  /** For example, `keys.create`. */
  readonly name: string
  readonly method: string
  readonly path: string
  /** Null if no session is required. */
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

/** Returns the path with this value in place of each parameter. */
export const pathWith = ({ path }: DeclaredEndpoint, value: string): string =>
  path.replace(/:\w+/g, encodeURIComponent(value))
