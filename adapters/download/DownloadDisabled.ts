import { Effect, Layer } from "effect"
import { Download, DownloadRefused } from "../../core/threats/Download.ts"

/** Returns a layer that refuses all downloads, for operators who have disabled them. */
export const layer = (reason: string): Layer.Layer<Download> =>
  Layer.succeed(Download, {
    fetch: () =>
      Effect.fail(
        new DownloadRefused({ message: "This server does not download documents by URL. Upload the file instead." })
      ),
    status: Effect.succeed({ live: false, reason })
  })
