import { Result } from "effect"
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import { hostKnowledgeModuleUrl } from "../../adapters/lists/HostKnowledgeEmbedded.ts"
import { popularDomains } from "../../adapters/lists/PopularDomainsEmbedded.ts"
import { publicSuffixes } from "../../adapters/lists/PublicSuffixesTldts.ts"
import { readFeedFileJob } from "../../adapters/webrisk/feeds/FeedJobs.ts"
import { listFromThread } from "../../adapters/webrisk/feeds/LoadedFeed.ts"
import { findInFeed } from "../../adapters/webrisk/feeds/reading/FindInFeed.ts"
import { JobThread } from "../../adapters/webrisk/thread/ThreatThread.ts"
import { UrlKeys } from "../../adapters/webrisk/UrlKeys.ts"
import type { PrefixList } from "../../core/threats/prefixes/PrefixList.ts"
import { parseWebUrl } from "../../core/urls/WebUrl.ts"

/**
 * Measures the effect of public threat lists.
 *
 *   npm run bench:feeds -- [--popular names.json] LIST…
 *
 * Reads each list as the server does. Looks up the root, the `www` host and a page of every popular domain, none of
 * which may be blocked. Without lists, uses a generated one. Then replaces a list of four million entries, and prints
 * the longest time for which the event loop was blocked.
 *
 * `--popular` is the file of popular domains: a JSON array, or an object with `list`, such as a warning list of
 * MISP/misp-warninglists.
 */
const [popularPath, paths] = argumentsOf(process.argv.slice(2))
const folder = mkdtempSync(join(tmpdir(), "gatehouse-feeds-"))
const thread = new JobThread()

try {
  const lists: Array<{ readonly name: string; readonly list: PrefixList }> = []
  for (const path of paths.length > 0 ? paths : [made("made.txt", 200_000)]) {
    const list = await read(path)
    if (list !== null) lists.push({ name: basename(path), list })
  }
  const entries = lists.reduce((sum, { list }) => sum + list.length, 0)
  console.log(`\n${entries.toLocaleString("en")} entries in ${lists.length} lists`)
  const blocked = popular().flatMap((domain) => blockedOf(domain, lists))
  console.log(`Popular domains blocked: ${blocked.length}`)
  for (const text of blocked.slice(0, 20)) console.log(`  ${text}`)
  lookups(lists[0]!.list)
  await replacing(made("large.txt", 4_000_000))
  process.exitCode = blocked.length === 0 ? 0 : 1
} finally {
  await thread.close()
  rmSync(folder, { recursive: true, force: true })
}

function argumentsOf(args: ReadonlyArray<string>): readonly [string | null, ReadonlyArray<string>] {
  return args[0] === "--popular" ? [args[1] ?? null, args.slice(2)] : [null, args]
}

async function read(path: string): Promise<PrefixList | null> {
  const cpu = process.cpuUsage()
  const at = performance.now()
  const outcome = await thread.run(readFeedFileJob, {
    path,
    format: null,
    type: "unknown",
    knowledge: hostKnowledgeModuleUrl
  })
  if ("refused" in outcome) {
    console.log(`${basename(path)}: ${outcome.refused}`)
    return null
  }
  const { counts, format } = outcome
  const list = listFromThread(outcome.buffer)
  const { system, user } = process.cpuUsage(cpu)
  const guarded = Object.entries(counts.guardedBy).map(([name, count]) => `${name} ${count}`).join(", ")
  console.log(
    `${basename(path).padEnd(24)} ${format.padEnd(14)} ${String(counts.entries).padStart(8)} entries, ` +
      `${counts.malformed} malformed, ${counts.guarded} excluded (${guarded}), ${
        (list.bytes / counts.entries).toFixed(1)
      } bytes each, ${((user + system) / 1000).toFixed(0)} ms CPU, ${(performance.now() - at).toFixed(0)} ms, ${
        (statSync(path).size / 1e6).toFixed(1)
      } MB`
  )
  return list
}

function popular(): ReadonlyArray<string> {
  if (popularPath === null || !existsSync(popularPath)) return ["google.com", "wikipedia.org", "example.com"]
  const value = JSON.parse(readFileSync(popularPath, "utf8"))
  const names: ReadonlyArray<string> = Array.isArray(value) ? value : value.list
  console.log(
    `${names.length} popular domains, ${
      names.filter((name) => popularDomains.rankOf(name) !== null).length
    } in Gatehouse's own list`
  )
  return names
}

function blockedOf(domain: string, lists: ReadonlyArray<{ readonly name: string; readonly list: PrefixList }>) {
  const urls = [`https://${domain}/`, `https://www.${domain}/`, `https://${domain}/some/page`]
  return urls.flatMap((url) =>
    lists.filter(({ list, name }) => findInFeed(list, name, keysOf(url)) !== null).map(({ name }) => `${url} (${name})`)
  )
}

function keysOf(url: string): UrlKeys {
  return new UrlKeys(Result.getOrThrow(parseWebUrl(url)), publicSuffixes)
}

/** Writes a list of `count` pages and domains. Every 1,000th entry is `google.com`, which would block many URLs. */
function made(name: string, count: number): string {
  const path = join(folder, name)
  const lines = Array.from({ length: count }, (_, at) => {
    if (at % 1_000 === 0) return "google.com"
    return at % 3 === 0 ? `http://h${at}.example.org/p/${at}.html` : `d${at}.example-${at % 977}.net`
  })
  writeFileSync(path, lines.join("\n"))
  return path
}

function lookups(list: PrefixList): void {
  const keys = Array.from(
    { length: 20_000 },
    (_, at) => keysOf(`https://a.host${at}.example.com/path/${at}/x.html?q=1`)
  )
  const cpu = process.cpuUsage()
  for (const one of keys) findInFeed(list, "bench", one)
  const { user } = process.cpuUsage(cpu)
  console.log(`Lookup in one list, including hashing: ${(user / keys.length).toFixed(1)} µs`)
}

/**
 * Replaces a large list and compares the event loop's delay with its delay while idle.
 *
 * The event loop only swaps the list. The CPU time of the swap is measured separately.
 */
async function replacing(path: string): Promise<void> {
  let list = await read(path)
  const keys = keysOf("https://d4.example-4.net/")
  let lookupsCount = 0
  const look = () => {
    if (list !== null && findInFeed(list, "bench", keys) !== null) lookupsCount++
  }
  const job = { path, format: null, type: "unknown", knowledge: hostKnowledgeModuleUrl } as const
  const idle = await watched(look, () => new Promise((resolve) => setTimeout(resolve, 10_000)))
  let swapMillis = 0
  const busy = await watched(look, async () => {
    const outcome = await thread.run(readFeedFileJob, job)
    const before = process.threadCpuUsage()
    if ("buffer" in outcome) list = listFromThread(outcome.buffer)
    const { system, user } = process.threadCpuUsage(before)
    swapMillis = (user + system) / 1000
  })
  console.log(
    `Replacing ${
      list?.length ?? 0
    } entries: event loop delay ${busy}, during ${lookupsCount} lookups (while idle: ${idle}); ` +
      `swapping the list takes ${swapMillis.toFixed(2)} ms`
  )
}

/**
 * Returns the event loop's longest delay, and its longest CPU time between two ticks of a timer.
 *
 * On a busy machine, the loop is also delayed when it has no work.
 */
async function watched(lookUp: () => void, work: () => Promise<unknown>): Promise<string> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  let before = process.threadCpuUsage()
  let longest = 0
  const timer = setInterval(() => {
    lookUp()
    const { system, user } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
  }, 2)
  delay.enable()
  await work()
  delay.disable()
  clearInterval(timer)
  const millis = (nanos: number) => (nanos / 1e6 - 1).toFixed(2)
  return `${millis(delay.max)} ms at most, p99.9 ${millis(delay.percentile(99.9))} ms, longest CPU time ${
    longest.toFixed(2)
  } ms`
}
