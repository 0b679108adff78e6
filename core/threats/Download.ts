import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { QueueFull } from "../queues/QueueFull.ts"

/**
 * Error for a URL that must not be fetched. The message is for the caller. It is the same for every host that is not
 * public, so that callers cannot map an internal network.
 */
export class DownloadRefused
  extends Schema.TaggedError<DownloadRefused>()("DownloadRefused", { message: Schema.String })
{}

/** Error when fetching a document from an allowed URL failed. The message is for the caller. */
export class DownloadFailed
  extends Schema.TaggedError<DownloadFailed>()("DownloadFailed", { message: Schema.String })
{}

export interface Downloaded {
  readonly bytes: Uint8Array
  /** File name from the server, or else the last segment of the URL's path. It is never a path and never empty. */
  readonly fileName: string
  /** `Content-Type` header, not verified. Null if absent. */
  readonly contentType: string | null
  /** URL after all redirects, without its fragment. */
  readonly finalUrl: string
}

/** Status of fetching documents by URL. */
export type DownloadStatus =
  | { readonly live: true }
  /** Fetching is disabled. The reason is for the operator. */
  | { readonly live: false; readonly reason: string }

/** Fetches documents from the public internet only. */
export class Download extends Context.Service<Download, {
  /**
   * Fetches a document. Fails with `QueueFull` if the queue is full for this requester (`CurrentRequester`) or in
   * total, or if the download cannot start in time.
   */
  readonly fetch: (url: string) => Effect.Effect<Downloaded, DownloadRefused | DownloadFailed | QueueFull>
  readonly status: Effect.Effect<DownloadStatus>
}>()("gatehouse/core/threats/Download") {}
