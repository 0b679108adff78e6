import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"

/** The `API-KEY` header (contract, section 5), for the OpenAPI document and for clients. */
export class ApiKeyAuth extends HttpApiMiddleware.Service<ApiKeyAuth>()("gatehouse/adapters/http/api/ApiKeyAuth", {
  requiredForClient: true,
  security: { apiKey: HttpApiSecurity.apiKey({ in: "header", key: "API-KEY" }) }
}) {}
