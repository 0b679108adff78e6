/**
 * Files for bundles of programs that use Gatehouse. Only build scripts need this entry point.
 *
 * A bundle loads its worker threads and its data from files in its own folder. Pass `bundleEntries` to your bundler as
 * further entry points, and call `copyBundleData` with the folder of the bundle.
 */
import { copyFileSync, mkdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { libArchiveFile, locateLibArchive } from "../../adapters/documents/archives/LibArchive.ts"
import { documentWorkerUrl } from "../../adapters/documents/pool/WorkerPool.ts"
import { asnTableUrl } from "../../adapters/geo/AsnTable.ts"
import { countriesFile, locateCountries } from "../../adapters/geo/GeoMmdb.ts"
import { languageGramsUrl } from "../../adapters/language/LanguageEld.ts"
import { hostKnowledgeModuleUrl } from "../../adapters/lists/HostKnowledgeEmbedded.ts"
import { popularDomainsUrl } from "../../adapters/lists/PopularDomainsEmbedded.ts"
import { puzzleWorkerUrl } from "../../adapters/puzzles/CheckPool.ts"
import { spamModelUrl } from "../../adapters/spam/SpamClassifierEmbedded.ts"
import { threatWorkerUrl } from "../../adapters/webrisk/thread/ThreatThread.ts"

/** Paths of the modules that worker threads load, by the name of their output file without `.js`. */
export const bundleEntries: Readonly<Record<string, string>> = {
  DocumentWorker: fileURLToPath(documentWorkerUrl),
  HostKnowledgeEmbedded: fileURLToPath(hostKnowledgeModuleUrl),
  PuzzleWorker: fileURLToPath(puzzleWorkerUrl),
  "worker/ThreatWorker": fileURLToPath(threatWorkerUrl)
}

/** Paths of the data files, by their path in the folder of a bundle. */
const dataFiles: Readonly<Record<string, string>> = {
  "data/LanguageGrams.br": fileURLToPath(languageGramsUrl),
  "data/PopularDomains.br": fileURLToPath(popularDomainsUrl),
  "data/asn.br": fileURLToPath(asnTableUrl),
  "data/messages.model": fileURLToPath(spamModelUrl),
  [countriesFile]: locateCountries(),
  [libArchiveFile]: locateLibArchive()
}

/** Copies the data files, 11 MB, into the folder of a bundle. */
export const copyBundleData = (folder: string): void => {
  for (const [name, path] of Object.entries(dataFiles)) {
    const target = join(folder, name)
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(path, target)
  }
}
