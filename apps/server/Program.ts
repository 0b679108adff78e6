import { Console, Duration, Effect, Layer, Schedule } from "effect"
import { hostname } from "node:os"
import { setFlagsFromString } from "node:v8"
import * as PasswordsNode from "../../adapters/crypto/PasswordsNode.ts"
import * as SealsNode from "../../adapters/crypto/SealsNode.ts"
import * as SecretsNode from "../../adapters/crypto/SecretsNode.ts"
import * as DocumentReaderPool from "../../adapters/documents/pool/DocumentReaderPool.ts"
import * as DownloadOff from "../../adapters/download/DownloadDisabled.ts"
import * as DownloadNode from "../../adapters/download/DownloadNode.ts"
import * as WebhookSenderNode from "../../adapters/download/WebhookSenderNode.ts"
import * as GeoMmdb from "../../adapters/geo/GeoMmdb.ts"
import { dashboardPath } from "../../adapters/http/account/server/DashboardFiles.ts"
import { demoFiles, demoPath, makeDemoEndpoint } from "../../adapters/http/demo/Demo.ts"
import { makeEndpoints, type ScreeningPorts } from "../../adapters/http/handlers/Endpoints.ts"
import { makeMcpEndpoint, mcpPath } from "../../adapters/http/mcp/server/McpEndpoint.ts"
import {
  type ClientAddressResolver,
  makeClientAddressResolver,
  makeNetworkTest
} from "../../adapters/http/server/connections/ClientAddress.ts"
import { Lifecycle } from "../../adapters/http/server/connections/Lifecycle.ts"
import * as NodeServer from "../../adapters/http/server/connections/NodeServer.ts"
import { Observer } from "../../adapters/http/server/endpoints/Observer.ts"
import type { Endpoint } from "../../adapters/http/server/messages/HttpExchange.ts"
import { serveDocs } from "../../adapters/http/server/pages/DocsSite.ts"
import { serveMetrics } from "../../adapters/http/server/pages/MetricsServer.ts"
import { makeMetricsHandler, makePagesHandler } from "../../adapters/http/server/pages/Pages.ts"
import { updateSourceMetrics } from "../../adapters/http/server/pages/SourceHealth.ts"
import { serveWidgetFiles } from "../../adapters/http/server/pages/WidgetFiles.ts"
import * as LanguageEld from "../../adapters/language/LanguageEld.ts"
import * as EmailListsEmbedded from "../../adapters/lists/EmailListsEmbedded.ts"
import * as PopularDomainsEmbedded from "../../adapters/lists/PopularDomainsEmbedded.ts"
import * as PublicSuffixesTldts from "../../adapters/lists/PublicSuffixesTldts.ts"
import * as PuzzleCheckThreads from "../../adapters/puzzles/PuzzleCheckThreads.ts"
import * as SpamClassifierEmbedded from "../../adapters/spam/SpamClassifierEmbedded.ts"
import * as SpamClassifierFile from "../../adapters/spam/SpamClassifierFile.ts"
import * as RateLimiterMemory from "../../adapters/storage/memory/RateLimiterMemory.ts"
import * as RateLimiterPg from "../../adapters/storage/sql/accounts/RateLimiterPg.ts"
import { migrate } from "../../adapters/storage/sql/migrations/Migrations.ts"
import { Instances } from "../../adapters/storage/sql/servers/Instances.ts"
import { describeThisInstance } from "../../adapters/storage/sql/servers/ThisInstance.ts"
import * as StorageSql from "../../adapters/storage/sql/StorageSql.ts"
import * as VisitorTrafficMemory from "../../adapters/traffic/VisitorTrafficMemory.ts"
import type { Accounts } from "../../core/accounts/Accounts.ts"
import { operatorAccountId } from "../../core/accounts/ManageAccounts.ts"
import type { Idempotency } from "../../core/history/Idempotency.ts"
import { StorageWaitMillis } from "../../core/kernel/StorageHealth.ts"
import { LeadQueue } from "../../core/leads/LeadQueue.ts"
import { runMaintenance } from "../../core/maintenance/RunMaintenance.ts"
import { makeSetUpLink } from "../../core/members/administration/ManageInvitations.ts"
import { Download } from "../../core/threats/Download.ts"
import { WebRisk } from "../../core/threats/WebRisk.ts"
import { warnOfOtherServers } from "./background/OtherServers.ts"
import { layerShieldMonitor } from "./background/ShieldMonitor.ts"
import { runWebhooks } from "./background/WebhookWorker.ts"
import { type BuiltFiles, readBuiltFiles } from "./BuiltFiles.ts"
import { makeDashboard } from "./Dashboard.ts"
import { isSharedDatabase, layerDatabase, layerValkey } from "./Database.ts"
import { firstKeyFileOutput } from "./FirstKeyFile.ts"
import { createFirstAccount, ensureDemoSite } from "./FirstStart.ts"
import { layerLogging } from "./process/Logging.ts"
import { layerProcessMetrics } from "./process/ProcessMetrics.ts"
import { layerTelemetry } from "./process/Telemetry.ts"
import { baseUrlOf, type GatehouseConfig, gatehouseConfig, warnOfUnknownSettings } from "./settings/Config.ts"
import { formatStartupMessage } from "./StartupMessage.ts"
import { layerMalwareEngine } from "./threats/ConfiguredEngine.ts"
import { layerThreatSources } from "./threats/ThreatSources.ts"

/** Total capacity of a queue, as a multiple of the capacity per key. */
const keysQueuedMax = 4

/** Layer of all ports of the core, as configured. */
export const layerPorts = (config: GatehouseConfig) => {
  const storage = StorageSql.layer(describeThisInstance()).pipe(
    Layer.provideMerge(Layer.effectDiscard(migrate)),
    Layer.provideMerge(layerDatabase(config.databaseUrl)),
    Layer.provide(Layer.succeed(StorageWaitMillis, config.storageWaitMillis))
  )
  const limiter = isSharedDatabase(config.databaseUrl)
    ? RateLimiterPg.layer.pipe(Layer.provide(storage))
    : RateLimiterMemory.layer
  // Later layers override earlier ones: `layerShieldMonitor` replaces the `ShieldTraffic` of `storage`.
  return Layer.mergeAll(
    storage,
    layerShieldMonitor.pipe(Layer.provide(storage)),
    SealsNode.layer.pipe(Layer.provide(storage)),
    PasswordsNode.layer,
    PuzzleCheckThreads.layer(),
    VisitorTrafficMemory.layer,
    EmailListsEmbedded.layer,
    PublicSuffixesTldts.layer,
    PopularDomainsEmbedded.layer,
    GeoMmdb.layerLoaded(config.geoDatabase, config.asnDatabase),
    LanguageEld.layerLoadedSoon,
    config.spamModel === null ? SpamClassifierEmbedded.layerLoaded : SpamClassifierFile.layer(config.spamModel),
    layerThreatSources(config, { isUpdated: true }),
    DocumentReaderPool.layer({
      ...config.scanWorkers === null ? {} : { workers: config.scanWorkers },
      queuedPerKeyMax: config.scansQueuedPerKey,
      queuedDocumentsMax: config.scansQueuedPerKey * keysQueuedMax
    }),
    layerMalwareEngine(config),
    LeadQueue.layer({
      queuedPerKeyMax: config.leadsQueuedPerKey,
      queuedMax: config.leadsQueuedPerKey * keysQueuedMax
    }),
    config.fetch === "on"
      ? DownloadNode.layer({
        bytesMax: config.uploadBytesMax,
        concurrentMax: config.downloads,
        concurrentPerHostMax: config.downloadsPerHost,
        queuedPerKeyMax: config.downloadsQueuedPerKey,
        queuedMax: config.downloadsQueuedPerKey * keysQueuedMax
      })
      : DownloadOff.layer("GATEHOUSE_FETCH is off"),
    WebhookSenderNode.layer({ allowedNetworks: config.webhookNetworks }),
    config.valkeyUrl === null ? limiter : layerValkey(config.valkeyUrl).pipe(Layer.provide(limiter))
  ).pipe(Layer.provideMerge(SecretsNode.layer))
}

const endpointOptions = (config: GatehouseConfig) => ({
  uploadBytesMax: config.uploadBytesMax,
  leadMessages: config.leadMessages,
  accessLog: config.accessLog,
  traceRatio: config.otlpUrl === null ? null : config.traceRatio,
  shieldRequestsPerMinute: config.shieldRequestsPerMinute
})

/** Builds the handler of the server's pages, and serves metrics on a separate port if one is configured. */
const makePages = Effect.fnUntraced(function*(config: GatehouseConfig, resolveClientAddress: ClientAddressResolver) {
  const { dashboard, host, metrics: { port, readers } } = config
  const mayReadInternals = readers === null ? () => true : makeNetworkTest(readers)
  if (port !== null) {
    const listener = yield* makeMetricsHandler({ resolveClientAddress, mayReadInternals })
    yield* serveMetrics({ host, port, listener })
  }
  return yield* makePagesHandler({
    mayReadInternals: port === null ? mayReadInternals : () => false,
    resolveClientAddress,
    home: dashboard === "on" ? dashboardPath : null
  })
})

/** Layer of the listening server. It requires the ports of the core. */
export const layerServer = (config: GatehouseConfig, built = readBuiltFiles()) =>
  Layer.unwrap(Effect.gen(function*() {
    const resolveClientAddress = makeClientAddressResolver(config.trustedProxies)
    const options = endpointOptions(config)
    const hasDashboard = config.dashboard === "on"
    const pagesListener = yield* makePages(config, resolveClientAddress)
    const hasDemo = config.demo === "on"
    const routes = new Map<string, Endpoint<ScreeningPorts | Idempotency | Accounts>>(yield* makeEndpoints(options))
    routes.set(mcpPath, yield* makeMcpEndpoint({ endpoints: new Map(routes), publicUrl: config.publicUrl }))
    const { files, problem } = built.widget
    if (hasDemo) routes.set(demoPath, makeDemoEndpoint({ site: ensureDemoSite(), isBuilt: problem === null }))
    const withWidget = serveWidgetFiles(hasDemo ? new Map([...files, ...demoFiles()]) : files, problem, pagesListener)
    const publicListener = serveDocs(built.docs, withWidget)
    const dashboardParts = hasDashboard
      ? yield* makeDashboard({
        config,
        resolveClientAddress,
        files: built.dashboard,
        endpoints: options,
        fallback: publicListener
      })
      : null
    for (const [path, endpoint] of dashboardParts?.routes ?? []) routes.set(path, endpoint)
    return NodeServer.layer({
      host: config.host,
      port: config.port,
      resolveClientAddress,
      isProxy: makeNetworkTest(config.trustedProxies),
      connectionsMax: config.connectionsMax,
      perAddressMax: config.connectionsPerAddressMax,
      stopDelayMillis: config.stopDelaySeconds * 1_000,
      endpoints: routes,
      fallback: dashboardParts?.listener ?? publicListener
    })
  })).pipe(
    Layer.provideMerge(Observer.layer({ subjects: config.historySubjects })),
    Layer.provide(Lifecycle.layer)
  )

/** Updates the metrics of the threat sources as often as the exporter sends them. */
const sourceMetricsSchedule = Schedule.spaced(Duration.seconds(10))

const run = Effect.fnUntraced(function*(config: GatehouseConfig, built: BuiltFiles) {
  yield* warnOfUnknownSettings
  const key = yield* createFirstAccount(
    config.startingCredits,
    config.firstKeyFile === null ? undefined : firstKeyFileOutput(config.firstKeyFile)
  )
  const hasDemo = config.demo === "on" && (yield* ensureDemoSite()) !== null
  const operatorId = yield* operatorAccountId
  const setUpToken = operatorId === null || config.dashboard === "off" ? null : yield* makeSetUpLink(operatorId)
  const { host, port } = yield* NodeServer.HttpAddress
  yield* Effect.catch(
    (yield* Instances).announceUrl(baseUrlOf({ publicUrl: config.publicUrl, host, port })),
    (error) => Effect.logWarning("Links created by the command line may use another address", error)
  )
  const sources = yield* (yield* WebRisk).status
  const download = yield* (yield* Download).status
  const welcome = formatStartupMessage({
    config,
    database: config.databaseUrl,
    host,
    port,
    sources,
    download,
    hasDemo,
    setUpToken,
    key,
    widgetProblem: built.widget.problem,
    dashboardProblem: built.dashboard.problem,
    docsProblem: built.docs.problem
  })
  // With JSON logs, standard output is reserved for the log. A collector could not parse the welcome message, and must
  // not store the key.
  yield* config.logFormat === "json" ? Console.error(welcome) : Console.log(welcome)
  if (!isSharedDatabase(config.databaseUrl)) yield* Effect.forkChild(warnOfOtherServers)
  // `/metrics` updates these metrics itself. The exporter of telemetry does not.
  if (config.otlpUrl !== null) yield* Effect.forkChild(Effect.repeat(updateSourceMetrics, sourceMetricsSchedule))
  return yield* Effect.all([runMaintenance(config.historyDays), runWebhooks(`${hostname()}:${port}`)], {
    concurrency: "unbounded",
    discard: true
  })
})

/** Runs the server until it is interrupted, then completes running requests and pending writes. */
export const serve = Effect.gen(function*() {
  disableAllocationSitePretenuring()
  const config = yield* gatehouseConfig
  const built = readBuiltFiles()
  return yield* run(config, built).pipe(
    Effect.provide(layerServer(config, built).pipe(Layer.provideMerge(layerPorts(config)))),
    Effect.provide(layerProcessMetrics),
    Effect.provide(layerTelemetry(config)),
    Effect.provide(layerLogging(config))
  )
})

/**
 * Disables V8's allocation-site pretenuring, which can slow down every request. With it, V8 allocates an object in the
 * old generation if earlier objects of the same allocation site lived long. At startup nearly all objects live long, so
 * V8 may later treat the short-lived objects of requests the same way. They are then collected late. Some starts are
 * affected: requests then take 60 µs of CPU time instead of 49 (measured). Other engines ignore the flag.
 */
export const disableAllocationSitePretenuring = (): void => setFlagsFromString("--no-allocation-site-pretenuring")
