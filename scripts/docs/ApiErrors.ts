import { Cause } from "effect"
import type { EndpointProperties } from "../../adapters/http/api/EndpointContract.ts"
import {
  type Failure,
  IdempotencyKeyInUse,
  InvalidRequest,
  RateLimitExceeded,
  toErrorResponse
} from "../../adapters/http/server/messages/ErrorResponse.ts"
import { BodyTooLarge } from "../../adapters/http/server/messages/HttpExchange.ts"
import { makeFieldError } from "../../adapters/http/server/messages/Validation.ts"
import { costTable } from "../../core/credits/CostTable.ts"
import { InsufficientCredits } from "../../core/credits/LedgerRules.ts"
import { UnsupportedDocument } from "../../core/documents/UnsupportedDocument.ts"
import { requestsPerMinuteDefault } from "../../core/keys/ApiKey.ts"
import { InvalidApiKey } from "../../core/keys/Authenticate.ts"
import { InvalidEmailAddress } from "../../core/mail-addresses/EmailAddress.ts"
import { makeQueueFull } from "../../core/queues/QueueFull.ts"
import { ChallengeUsed, ProofExpired, ProofRefused, SiteRefused } from "../../core/shield/ShieldFailure.ts"

const retryAfterSeconds = 1

/** Sample failures of use cases, by tag. Each error status of an endpoint needs only one sample. */
const samples: Readonly<Record<string, (contract: EndpointProperties) => Failure>> = {
  FileXorUrl: () => ({ _tag: "FileXorUrl", message: "Send either file or url, not both." }),
  UnsupportedDocument: () => UnsupportedDocument.of("a Windows Installer package"),
  InvalidUrl: () => ({ _tag: "InvalidUrl", message: "Only http and https URLs can be screened, not javascript:" }),
  InvalidEmailAddress: () => new InvalidEmailAddress({ problem: "no-at" }),
  InsufficientCredits: ({ operation }) => new InsufficientCredits({ needed: costTable[operation], available: 0 }),
  QueueFull: ({ operation }) =>
    makeQueueFull(operation === "lead/analyze" ? "leads" : "documents", "key", retryAfterSeconds),
  SiteRefused: () => new SiteRefused({ reason: "site-key" }),
  ChallengeUsed: () => new ChallengeUsed(),
  ProofExpired: () => new ProofExpired({ what: "challenge" }),
  ProofRefused: () => new ProofRefused({ reason: "answers" })
}

/** Returns sample error bodies of an endpoint, by status. The server's own code generates them. */
export const apiErrors = (contract: EndpointProperties, field: string): ReadonlyMap<number, ReadonlyArray<string>> => {
  const ofUseCase = Object.entries(contract.failureStatuses)
    .filter(([tag, status], at, all) => tag in samples && all.findIndex(([, other]) => other === status) === at)
    .map(([tag]) => samples[tag]!(contract))
  const bodies = new Map<number, Array<string>>()
  const causes = [
    ...[...commonFailures(contract, field), ...ofUseCase].map((failure) => Cause.fail(failure)),
    Cause.die("a fault of the server")
  ]
  for (const cause of causes) {
    const { body, status } = toErrorResponse(cause, contract)
    bodies.set(status, [...bodies.get(status) ?? [], body])
  }
  return bodies
}

/** Returns the failures that can occur before the use case runs. */
const commonFailures = (
  { bodyBytesMax, supportsIdempotencyKey }: EndpointProperties,
  field: string
): ReadonlyArray<Failure> => [
  new InvalidApiKey(),
  ...supportsIdempotencyKey ? [new IdempotencyKeyInUse({ retryAfterSeconds })] : [],
  new BodyTooLarge({ bytesMax: bodyBytesMax }),
  new InvalidRequest({ error: makeFieldError(field, `The ${field} field is required.`) }),
  new RateLimitExceeded({ limit: requestsPerMinuteDefault })
]
