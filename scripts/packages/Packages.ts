/** Package that is published for other programs. */
export interface PackageSpec {
  readonly name: string
  readonly description: string
  /** Module that `import … from "NAME"` loads. */
  readonly entry: string
  /** Folders and modules whose compiled files the package contains. */
  readonly owns: ReadonlyArray<string>
  /** Further entry points, by subpath. */
  readonly subpaths?: Readonly<Record<string, string>>
  /** Modules that a running program starts by their path. */
  readonly workers?: ReadonlyArray<string>
  /** Folders of built files that the package contains. */
  readonly builtFolders?: ReadonlyArray<string>
  /** Packages whose data files modules locate by the package name, without an import. */
  readonly dataPackages?: ReadonlyArray<string>
  /** Whether the package contains a copy of each module that it reaches, so that it depends on no other package. */
  readonly isStandalone?: true
}

/** Start of all package names. `gatehouse` itself and the scope `@gatehouse` belong to others on the npm registry. */
export const packagePrefix = "gatehouse-"

/**
 * All packages, each after the packages that it uses. Each module belongs to exactly one package, so that a program has
 * one copy of each service. Standalone packages contain copies.
 */
export const packageSpecs: ReadonlyArray<PackageSpec> = [
  {
    name: `${packagePrefix}core`,
    description: "Gatehouse's rules, use cases and ports as Effects, without I/O.",
    entry: "apps/library/core.ts",
    owns: ["core", "apps/library/core.ts", "apps/library/CoreRecords.ts"]
  },
  {
    name: `${packagePrefix}data`,
    description: "Gatehouse's embedded knowledge: email domains, popular domains, countries, languages and spam.",
    entry: "apps/library/data.ts",
    owns: [
      "adapters/geo",
      "adapters/language",
      "adapters/lists",
      "adapters/spam",
      "apps/library/data.ts",
      "apps/library/EmbeddedData.ts"
    ],
    dataPackages: [
      "@ip-location-db/geo-whois-asn-country-mmdb",
      "disposable-email-domains-js",
      "email-providers",
      "fakefilter",
      "mailchecker",
      "role-based-email-addresses"
    ]
  },
  {
    name: `${packagePrefix}documents`,
    description: "Gatehouse's readers of PDF, Office, RTF, OpenDocument, email and archive files, in worker threads.",
    entry: "apps/library/documents.ts",
    owns: ["adapters/documents", "apps/library/documents.ts"],
    workers: ["adapters/documents/pool/DocumentWorker.ts"]
  },
  {
    name: `${packagePrefix}webrisk`,
    description: "Gatehouse's threat sources: Google Web Risk, Safe Browsing, feeds and safe downloads.",
    entry: "apps/library/webRisk.ts",
    owns: ["adapters/webrisk", "adapters/download", "apps/library/webRisk.ts", "apps/library/ThreatSources.ts"],
    workers: ["adapters/webrisk/thread/worker/ThreatWorker.ts"]
  },
  {
    name: `${packagePrefix}storage`,
    description: "Gatehouse's storage on SQLite, PostgreSQL and in memory, with its ledger, keys and Shield secrets.",
    entry: "apps/library/storage.ts",
    owns: [
      "adapters/storage",
      "adapters/crypto",
      "adapters/puzzles",
      "adapters/traffic",
      "apps/library/storage.ts",
      "apps/library/EmbeddedStorage.ts"
    ],
    workers: ["adapters/puzzles/PuzzleWorker.ts"]
  },
  {
    name: `${packagePrefix}http`,
    description: "Gatehouse's HTTP API for other servers, as a web handler and as a layer for Effect's router.",
    entry: "apps/library/http.ts",
    owns: ["adapters/http", "apps/library/http.ts", "apps/library/HttpWidget.ts"],
    builtFolders: ["dist/widget"]
  },
  {
    name: `${packagePrefix}shield`,
    description: "Verifies Shield tokens in the server that receives a form. Without dependencies.",
    entry: "apps/shield/index.ts",
    owns: ["apps/shield"],
    isStandalone: true
  },
  {
    name: `${packagePrefix}client`,
    description: "Typed client of Gatehouse's HTTP API. Without dependencies.",
    entry: "apps/client/index.ts",
    owns: ["apps/client"],
    isStandalone: true
  },
  {
    name: `${packagePrefix}middleware`,
    description: "Checks forms and uploads in Express, Fastify, Hono and Next.js servers. Without dependencies.",
    entry: "apps/middleware/index.ts",
    owns: ["apps/middleware"],
    isStandalone: true
  },
  {
    name: `${packagePrefix}effect`,
    description: "Client of Gatehouse's HTTP API and checks of forms and uploads, for Effect programs.",
    entry: "apps/effect/index.ts",
    owns: ["apps/effect"],
    isStandalone: true
  },
  {
    name: `${packagePrefix}testing`,
    description: "Contracts for adapters of Gatehouse's ports, and laws for scoring rules, for any test framework.",
    entry: "apps/library/testing.ts",
    owns: ["test/harness", "test/contracts/kit", "apps/library/testing.ts"]
  },
  {
    name: `${packagePrefix}embedded`,
    description: "All of Gatehouse's checks in one Effect program: no server, database or account.",
    entry: "apps/library/index.ts",
    owns: ["apps/library"],
    subpaths: { bundle: "apps/library/bundle.ts" }
  }
]
