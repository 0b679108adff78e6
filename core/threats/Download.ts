import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { QueueFull } from "../queues/QueueFull.ts"

/**
 * The URL must not be fetched. The message is for the caller. It is the same for every host that is not public, so that callers
 * cannot map an internal network.
 */
export class DownloadRefused
  extends Schema.TaggedError<DownloadRefused>()("DownloadRefused", { message: Schema.String })
{}

/** The URL is allowed, but fetching a document failed. The message is for the caller. */
export class DownloadFailed
  extends Schema.TaggedError<DownloadFailed>()("DownloadFailed", { message: Schema.String })
{}

export interface Downloaded {
  readonly bytes: Uint8Array
  /** Name from the server, or else the last segment of the URL's path. Never a path, never empty. */
  readonly fileName: string
  /** `Content-Type` header, not verified. Null if absent. */
  readonly contentType: string | null
  /** URL after all redirects, without its fragment. */
  readonly finalUrl: string
}

/** Whether fetching documents by URL is enabled. */
export type DownloadStatus =
  | { readonly live: true }
  /** The reason is for the operator. */
  | { readonly live: false; readonly reason: string }

/** Fetches documents from the public internet only. */
export class Download extends Context.Service<Download, {
  /**
   * Fails with `QueueFull` if the requester (`CurrentRequester`) has too many downloads waiting, or if the download cannot start in
   * time.
   */
  readonly fetch: (url: string) => Effect.Effect<Downloaded, DownloadRefused | DownloadFailed | QueueFull>
  readonly status: Effect.Effect<DownloadStatus>
}>()("gatehouse/core/threats/Download") {}
