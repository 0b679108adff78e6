import { Schema } from "effect"

/** The request has neither a live session nor an active management key. */
export class SignInRequired extends Schema.TaggedError<SignInRequired>()(
  "SignInRequired",
  { message: Schema.String },
  { httpApiStatus: 401 }
) {}

/** The member's role does not allow the action, or the request came from a page of another site. */
export class NotAllowed extends Schema.TaggedError<NotAllowed>()(
  "NotAllowed",
  { message: Schema.String },
  { httpApiStatus: 403 }
) {}

/** The account has no object with this ID. Objects of other accounts get the same response. */
export class NotFound extends Schema.TaggedError<NotFound>()(
  "NotFound",
  { message: Schema.String },
  { httpApiStatus: 404 }
) {}

/** The current state does not allow the action: it was already done, or another action has to come first. */
export class Conflict extends Schema.TaggedError<Conflict>()(
  "Conflict",
  { message: Schema.String },
  { httpApiStatus: 409 }
) {}

export class InvalidInput extends Schema.TaggedError<InvalidInput>()(
  "InvalidInput",
  {
    message: Schema.String,
    /** Messages by field name; empty if the error concerns no specific field. */
    fields: Schema.Record(Schema.String, Schema.String)
  },
  { httpApiStatus: 422 }
) {}

export class TooManyTries extends Schema.TaggedError<TooManyTries>()(
  "TooManyTries",
  { message: Schema.String, retryAfterSeconds: Schema.Int },
  { httpApiStatus: 429 }
) {}
