import type { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { EndpointContract, type EndpointProperties } from "./EndpointContract.ts"

/** Schema that encodes and decodes without services. */
export type WireSchema = Schema.Codec<unknown, unknown>

/** Declaration of an endpoint. The OpenAPI document and the server's route are both derived from it. */
export interface EndpointDeclaration<Payload extends WireSchema = WireSchema, Success extends WireSchema = WireSchema> {
  readonly path: `/${string}`
  /** Status of a successful response. */
  readonly status: 200 | 201
  readonly payload: Payload
  readonly success: Success
  readonly contract: EndpointProperties
}

/**
 * Converts a declaration to an endpoint for the OpenAPI document and for clients.
 *
 * @param errors schemas of the error responses, each with its status
 */
export const declareEndpoint = <
  const Name extends string,
  Payload extends WireSchema & Schema.Top,
  Success extends WireSchema & Schema.Top
>(
  name: Name,
  { contract, path, payload, status, success }: EndpointDeclaration<Payload, Success>,
  errors: ReadonlyArray<Schema.Codec<unknown>>
) =>
  HttpApiEndpoint.post(name, path, { payload, success: success.pipe(HttpApiSchema.status(status)), error: errors })
    .annotate(EndpointContract, contract)
