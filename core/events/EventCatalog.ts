import { Schema } from "effect"

const text = (description: string) => Schema.String.annotate({ description })
const whole = (description: string) => Schema.Int.annotate({ description })
const texts = (description: string) => Schema.Array(Schema.String).annotate({ description })

const requestId = text("ID of the request, as in its `X-Request-Id` header and in the request history.")
const submissionId = whole("ID of the submission.")
const submittedHost = Schema.NullOr(Schema.String).annotate({
  description: "Host of the reported URL. Null if the URL was erased."
})
const source = text("Configured name of the threat source.")
const isRequired = Schema.Boolean.annotate({
  description: "Whether no URL is reported as safe while this source is down."
})
const keyId = text("ID of the API key.")

/** Entry of the catalog. `data` is the schema of the payload's `data`, and `example` conforms to it. */
interface CatalogEntry {
  /** Cause of the event, as a sentence for the documentation. */
  readonly cause: string
  /** Whether only the operator's account gets the event. */
  readonly isForOperator: boolean
  readonly data: Schema.Codec<any, any>
  readonly example: unknown
}

/**
 * Types of events with their payloads. Payloads contain IDs, scores, verdicts and hosts. They contain no names,
 * addresses, messages or full URLs, because a webhook sends them to other systems.
 */
export const eventCatalog = {
  "document.blocked": {
    cause: "A scan rated a document `block`.",
    isForOperator: false,
    data: Schema.Struct({
      request_id: requestId,
      score: whole("Score of the document, 0 to 100. Higher scores are safer."),
      rating: Schema.Literal("block").annotate({ description: "Rating of the document." }),
      reasons: texts("Codes of the reasons."),
      file_hash: text("SHA-256 of the document, as `sha256:` and 64 hex digits.")
    }),
    example: {
      request_id: "019abc01-2345-7def-8abc-0123456789ab",
      score: 30,
      rating: "block",
      reasons: ["LAUNCH_ACTION"],
      file_hash: "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    }
  },
  "lead.spam": {
    cause: "An analysis rated a lead `spam`.",
    isForOperator: false,
    data: Schema.Struct({
      request_id: requestId,
      verdict: Schema.Literal("spam").annotate({ description: "Verdict on the lead." }),
      risk_score: whole("Risk score of the lead, 0 to 100."),
      categories: texts("Categories of the lead's signals.")
    }),
    example: {
      request_id: "019abc01-2345-7def-8abc-0123456789ab",
      verdict: "spam",
      risk_score: 93,
      categories: ["spam_content", "disposable_email"]
    }
  },
  "submission.created": {
    cause: "A phishing report named a URL that had not been reported before.",
    isForOperator: true,
    data: Schema.Struct({
      submission_id: submissionId,
      account_id: text("ID of the account that reported the URL."),
      host: submittedHost,
      triage_risk: whole("Urgency of the review, 0 to 100.")
    }),
    example: { submission_id: 41, account_id: "acc_0mi9k1x2aq3f8z0d1", host: "login.example.net", triage_risk: 65 }
  },
  "submission.reviewed": {
    cause: "A phishing report was accepted or rejected.",
    isForOperator: true,
    data: Schema.Struct({
      submission_id: submissionId,
      state: Schema.Literals(["accepted", "rejected"]).annotate({ description: "Result of the review." }),
      host: submittedHost,
      blocklist_entry_id: Schema.NullOr(Schema.Int).annotate({
        description: "ID of the blocklist entry. Null if the report was rejected."
      })
    }),
    example: { submission_id: 41, state: "accepted", host: "login.example.net", blocklist_entry_id: 7 }
  },
  "credits.low": {
    cause: "The balance fell below the account's warning threshold. The next event follows only after a recovery.",
    isForOperator: false,
    data: Schema.Struct({
      available: whole("Balance in credits."),
      threshold: whole("The account's warning threshold in credits.")
    }),
    example: { available: 480, threshold: 500 }
  },
  "source.down": {
    cause: "A threat source stopped answering on at least one server.",
    isForOperator: true,
    data: Schema.Struct({ source, required: isRequired }),
    example: { source: "urlhaus", required: true }
  },
  "source.up": {
    cause: "A threat source that was down answers on all servers again.",
    isForOperator: true,
    data: Schema.Struct({ source, required: isRequired }),
    example: { source: "urlhaus", required: true }
  },
  "key.created": {
    cause: "An API key was created.",
    isForOperator: false,
    data: Schema.Struct({
      key_id: keyId,
      last_four: text("Last four characters of the key."),
      requests_per_minute: whole("Rate limit of the key.")
    }),
    example: { key_id: "key_0mi9k1x2aq3f8z0d1", last_four: "x7Qa", requests_per_minute: 600 }
  },
  "key.revoked": {
    cause: "An API key was revoked.",
    isForOperator: false,
    data: Schema.Struct({ key_id: keyId }),
    example: { key_id: "key_0mi9k1x2aq3f8z0d1" }
  },
  "webhook.test": {
    cause: "Someone requested a test event. Only the tested endpoint gets it, whatever events it has chosen.",
    isForOperator: false,
    data: Schema.Struct({ endpoint_id: text("ID of the endpoint.") }),
    example: { endpoint_id: "whk_0mi9k1x2aq3f8z0d1" }
  }
} as const satisfies Record<string, CatalogEntry>

export type EventType = keyof typeof eventCatalog

/** Content of the payload's `data` for a type of event. */
export type EventData<Type extends EventType> = (typeof eventCatalog)[Type]["data"]["Type"]

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The catalog is a literal, so it has no other keys.
export const eventTypes = Object.keys(eventCatalog) as ReadonlyArray<EventType>

export const isEventType = (text: string): text is EventType => Object.hasOwn(eventCatalog, text)
