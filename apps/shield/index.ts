/**
 * Shield for the server that receives a form: `import { createVerifier } from "gatehouse/shield"`. It requires only
 * `fetch`, so it runs on Node 18 and newer, Bun, Deno, and edge workers.
 */
export type { ShieldDecision, ShieldLog, ShieldLogEntry, ShieldLogReason } from "./Decision.ts"
export { edgeFallback, type EdgeOptions, type EdgeSite } from "./EdgeFallback.ts"
export { type DegradedTokenOptions, type EdgeKey, mintDegradedToken } from "./EdgeToken.ts"
export {
  type ExpressNext,
  type ExpressOptions,
  type ExpressRequest,
  type ExpressResponse,
  shieldExpress
} from "./Express.ts"
export { type FastifyOptions, type FastifyReplyLike, type FastifyRequestLike, shieldFastify } from "./Fastify.ts"
export { type FetchOptions, type ShieldedHandler, shieldFetch } from "./Fetch.ts"
export type { FieldOption, FormBody, GuardOptions } from "./Guard.ts"
export { type HonoContextLike, type HonoOptions, shieldHono } from "./Hono.ts"
export { type AcceptPolicy, shouldAccept, shouldReview, type UnverifiedPolicy } from "./Policy.ts"
export { createVerifier, type VerifierOptions, type Verify, type VerifyRequest } from "./Verifier.ts"
