import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { QueueFull } from "../queues/QueueFull.ts"

/**
 * The URL is not one that may be fetched. The message is for the caller, and is the same for every host that is not public,
 * so that nobody can map an inner network by asking.
 */
export class DownloadRefused
  extends Schema.TaggedError<DownloadRefused>()("DownloadRefused", { message: Schema.String })
{}

/** The URL may be fetched, but no document came of it. The message is for the caller. */
export class DownloadFailed
  extends Schema.TaggedError<DownloadFailed>()("DownloadFailed", { message: Schema.String })
{}

/** A document from the web. */
export interface Downloaded {
  readonly bytes: Uint8Array
  /** What the server calls it, or else the end of the URL's path; never a path, never empty. */
  readonly fileName: string
  /** As the server claims it; null when it does not. */
  readonly contentType: string | null
  /** Where the last redirect led, without its fragment. */
  readonly finalUrl: string
}

/** Whether documents are fetched by URL at all. */
export type DownloadStatus =
  | { readonly live: true }
  /** The reason is for the operator. */
  | { readonly live: false; readonly reason: string }

/** Fetches documents from the public internet, and from nowhere else. */
export class Download extends Context.Service<Download, {
  /** Fails with `QueueFull` when the requester (`CurrentRequester`) has too many downloads waiting, or gets no turn in time. */
  readonly fetch: (url: string) => Effect.Effect<Downloaded, DownloadRefused | DownloadFailed | QueueFull>
  readonly status: Effect.Effect<DownloadStatus>
}>()("gatehouse/core/threats/Download") {}
