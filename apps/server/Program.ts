import { Console, Effect, Layer } from "effect"
import * as SecretsNode from "../../adapters/crypto/SecretsNode.ts"
import * as DocumentReaderPool from "../../adapters/documents/pool/DocumentReaderPool.ts"
import * as DownloadNode from "../../adapters/download/DownloadNode.ts"
import * as DownloadOff from "../../adapters/download/DownloadOff.ts"
import * as GeoMmdb from "../../adapters/geo/GeoMmdb.ts"
import { endpoints } from "../../adapters/http/handlers/Endpoints.ts"
import { Lifecycle } from "../../adapters/http/server/Lifecycle.ts"
import * as NodeServer from "../../adapters/http/server/NodeServer.ts"
import { Observer } from "../../adapters/http/server/Observer.ts"
import { pages } from "../../adapters/http/server/Pages.ts"
import * as LanguageEld from "../../adapters/language/LanguageEld.ts"
import * as EmailListsEmbedded from "../../adapters/lists/EmailListsEmbedded.ts"
import * as PopularDomainsEmbedded from "../../adapters/lists/PopularDomainsEmbedded.ts"
import * as PublicSuffixesTldts from "../../adapters/lists/PublicSuffixesTldts.ts"
import * as SpamClassifierEmbedded from "../../adapters/spam/SpamClassifierEmbedded.ts"
import * as SpamClassifierFile from "../../adapters/spam/SpamClassifierFile.ts"
import * as RateLimiterMemory from "../../adapters/storage/memory/RateLimiterMemory.ts"
import { migrate } from "../../adapters/storage/sql/Migrations.ts"
import * as RateLimiterPg from "../../adapters/storage/sql/RateLimiterPg.ts"
import * as StorageSql from "../../adapters/storage/sql/StorageSql.ts"
import { Download } from "../../core/ports/Download.ts"
import { WebRisk } from "../../core/ports/WebRisk.ts"
import { type GatehouseConfig, gatehouseConfig } from "./Config.ts"
import { isShared, layerDatabase } from "./Database.ts"
import { firstStart } from "./FirstStart.ts"
import { layerLogging } from "./Logging.ts"
import { maintenance } from "./Maintenance.ts"
import { warnOfNeighbours } from "./Neighbours.ts"
import { layerTelemetry } from "./Telemetry.ts"
import { thisInstance } from "./ThisInstance.ts"
import { layerThreatSources } from "./ThreatSources.ts"
import { welcomeText } from "./Welcome.ts"
import { keepRequestsYoung } from "./YoungHeap.ts"

/** Every port of the core, as the settings say. */
export const layerPorts = (config: GatehouseConfig) => {
  const storage = StorageSql.layer(thisInstance()).pipe(
    Layer.provideMerge(Layer.effectDiscard(migrate)),
    Layer.provideMerge(layerDatabase(config.databaseUrl))
  )
  return Layer.mergeAll(
    storage,
    EmailListsEmbedded.layer,
    PublicSuffixesTldts.layer,
    PopularDomainsEmbedded.layer,
    GeoMmdb.layer(config.geoDatabase),
    LanguageEld.layerLoaded,
    config.spamModel === null ? SpamClassifierEmbedded.layerLoaded : SpamClassifierFile.layer(config.spamModel),
    layerThreatSources(config, { isUpdated: true }),
    DocumentReaderPool.layer(config.scanWorkers === null ? {} : { workers: config.scanWorkers }),
    config.fetch === "on"
      ? DownloadNode.layer({ bytesMax: config.uploadBytesMax })
      : DownloadOff.layer("GATEHOUSE_FETCH is off"),
    isShared(config.databaseUrl) ? RateLimiterPg.layer.pipe(Layer.provide(storage)) : RateLimiterMemory.layer
  ).pipe(Layer.provideMerge(SecretsNode.layer))
}

const endpointOptions = (config: GatehouseConfig) => ({
  uploadBytesMax: config.uploadBytesMax,
  leadMessages: config.leadMessages,
  accessLog: config.accessLog,
  traceRatio: config.otlpUrl === null ? null : config.traceRatio
})

/** The listening server over the ports. */
export const layerServer = (config: GatehouseConfig) =>
  Layer.unwrap(Effect.gen(function*() {
    const fallback = yield* pages(config)
    return NodeServer.layer({
      host: config.host,
      port: config.port,
      endpoints: yield* endpoints(endpointOptions(config)),
      fallback
    })
  })).pipe(
    Layer.provideMerge(Observer.layer({ subjects: config.historySubjects })),
    Layer.provide(Lifecycle.layer)
  )

const run = Effect.fnUntraced(function*(config: GatehouseConfig) {
  const key = yield* firstStart(config.startingCredits)
  const { host, port } = yield* NodeServer.HttpAddress
  const sources = yield* (yield* WebRisk).status
  const download = yield* (yield* Download).status
  const welcome = welcomeText({ config, database: config.databaseUrl, host, port, sources, download, key })
  // Standard output belongs to the log where that is JSON: a collector must not choke on these lines, nor keep the key.
  yield* config.logFormat === "json" ? Console.error(welcome) : Console.log(welcome)
  if (!isShared(config.databaseUrl)) yield* Effect.forkChild(warnOfNeighbours)
  return yield* maintenance(config.historyDays)
})

/** Serves until it is interrupted; then finishes what runs, writes what is pending, and closes. */
export const serve = Effect.gen(function*() {
  keepRequestsYoung()
  const config = yield* gatehouseConfig
  return yield* run(config).pipe(
    Effect.provide(layerServer(config).pipe(Layer.provideMerge(layerPorts(config)))),
    Effect.provide(layerTelemetry(config)),
    Effect.provide(layerLogging(config))
  )
})
