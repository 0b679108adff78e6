import type { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { type Contract, EndpointContract } from "./EndpointContract.ts"

/** A schema that needs no services. */
export type WireSchema = Schema.Codec<unknown, unknown>

/** Endpoint of the contract. The OpenAPI document and the server's route are both derived from it. */
export interface EndpointDeclaration<Payload extends WireSchema = WireSchema, Success extends WireSchema = WireSchema> {
  readonly path: `/${string}`
  /** Status of a successful response. */
  readonly status: 200 | 201
  readonly payload: Payload
  readonly success: Success
  readonly contract: Contract
}

/**
 * Converts a declaration for the OpenAPI document and for clients.
 *
 * @param errors the error responses, each with its status
 */
export const declareEndpoint = <const Name extends string>(
  name: Name,
  { contract, path, payload, status, success }: EndpointDeclaration<WireSchema & Schema.Top, WireSchema & Schema.Top>,
  errors: ReadonlyArray<Schema.Top>
) =>
  HttpApiEndpoint.post(name, path, { payload, success: success.pipe(HttpApiSchema.status(status)), error: errors })
    .annotate(EndpointContract, contract)
