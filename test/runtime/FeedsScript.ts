import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { hostKnowledgeModuleUrl } from "../../adapters/lists/HostKnowledgeEmbedded.ts"
import { acceptFeedJob, readFeedFileJob, readStoredFeedJob } from "../../adapters/webrisk/feeds/FeedJobs.ts"
import { listFromThread } from "../../adapters/webrisk/feeds/LoadedFeed.ts"
import type { JobThread } from "../../adapters/webrisk/thread/ThreatThread.ts"

const options = { format: null, type: "malware", knowledge: hostKnowledgeModuleUrl } as const
const text = "a.example\nhttp://b.example/x\ngoogle.com\n??\n"
const packed = gzipSync(text.repeat(1_000))

/** Reports how a thread reads lists: compressed and plain, valid and invalid, new and stored. */
export const feedsReport = async (thread: JobThread) => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-feeds-"))
  const fileOf = async (name: string, bytes: string | Uint8Array) => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    const read = await thread.run(readFeedFileJob, { ...options, path })
    if ("refused" in read) return "refused"
    const { entries, guarded, malformed } = read.counts
    return [listFromThread(read.buffer).length, entries, guarded, malformed, read.format]
  }

  try {
    const path = join(folder, "feeds", "stored.list")
    const { buffer } = new TextEncoder().encode(text).slice()
    const loaded = await thread.run(acceptFeedJob, {
      ...options,
      name: "stored",
      address: "here",
      blocks: [buffer],
      etag: "\"1\"",
      lastModified: null,
      fetchedAt: 1,
      entriesBefore: null,
      isForced: false,
      path
    }, [buffer])
    const stored = await thread.run(readStoredFeedJob, { ...options, address: "here", path })
    const same = "refused" in stored || "refused" in loaded
      ? null
      : listFromThread(stored.buffer).toBytes().join() === listFromThread(loaded.buffer).toBytes().join()
    return {
      plain: await fileOf("plain", text),
      packed: await fileOf("packed", packed),
      cut: await fileOf("cut", packed.subarray(0, -9)),
      page: await fileOf("page", "<html>"),
      json: await fileOf("json", "{\"allow\":[\"c.example\"],\"deny\":[\"c.example\",\"d.example\"]}"),
      deep: await fileOf("deep", `[${"[".repeat(60_000)}${"]".repeat(60_000)}]`.replace("[[", "[\"x\",[")),
      isStored: existsSync(path),
      same
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
