import { Schema } from "effect"

/** Nobody is signed in, or no more: the session has ended or was revoked. */
export class SignInNeeded extends Schema.TaggedError<SignInNeeded>()(
  "SignInNeeded",
  { message: Schema.String },
  { httpApiStatus: 401 }
) {}

/** Who is signed in may not do this, or the request did not come from this server's own pages. */
export class NotAllowed extends Schema.TaggedError<NotAllowed>()(
  "NotAllowed",
  { message: Schema.String },
  { httpApiStatus: 403 }
) {}

/** There is no such thing in this account. What belongs to another account is answered so as well. */
export class NotThere extends Schema.TaggedError<NotThere>()(
  "NotThere",
  { message: Schema.String },
  { httpApiStatus: 404 }
) {}

/** It cannot be done as things stand now: it was done before, or something else has to be done first. */
export class Conflicting extends Schema.TaggedError<Conflicting>()(
  "Conflicting",
  { message: Schema.String },
  { httpApiStatus: 409 }
) {}

/** What was given cannot be so. */
export class Refused extends Schema.TaggedError<Refused>()(
  "Refused",
  {
    message: Schema.String,
    /** Sentences by the field that they are about, where they are about one. */
    fields: Schema.Record(Schema.String, Schema.String)
  },
  { httpApiStatus: 422 }
) {}

/** Too many tries, for now. */
export class TooManyTries extends Schema.TaggedError<TooManyTries>()(
  "TooManyTries",
  { message: Schema.String, retryAfterSeconds: Schema.Int },
  { httpApiStatus: 429 }
) {}
