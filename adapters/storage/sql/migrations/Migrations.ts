import { Effect, Schedule } from "effect"
import { Migrator, SqlError } from "effect/sql"
import foundation from "./0001_foundation.ts"
import rateWindows from "./0002_rate_windows.ts"
import listingsAndReviews from "./0003_listings_and_reviews.ts"
import leads from "./0004_leads.ts"
import shield from "./0005_shield.ts"
import members from "./0006_members.ts"
import requests from "./0007_requests.ts"
import removedSites from "./0008_removed_sites.ts"
import listIndexes from "./0009_list_indexes.ts"
import links from "./0010_links.ts"
import commandLine from "./0011_command_line.ts"
import rateHits from "./0012_rate_hits.ts"
import webhooks from "./0013_webhooks.ts"
import managementKeys from "./0014_management_keys.ts"

/**
 * All migrations, listed explicitly so that bundles, Bun and Deno find them. A test compares the list with the folder.
 *
 * A migration is a list of statements that never changes after its release. A test compares digests. The limit of 60
 * lines per function does not apply to migrations.
 */
export const migrations = {
  "0001_foundation": foundation,
  "0002_rate_windows": rateWindows,
  "0003_listings_and_reviews": listingsAndReviews,
  "0004_leads": leads,
  "0005_shield": shield,
  "0006_members": members,
  "0007_requests": requests,
  "0008_removed_sites": removedSites,
  "0009_list_indexes": listIndexes,
  "0010_links": links,
  "0011_command_line": commandLine,
  "0012_rate_hits": rateHits,
  "0013_webhooks": webhooks,
  "0014_management_keys": managementKeys
} as const

/** Interval between tries while another server holds the lock. Each try also waits for the lock itself. */
const lockedRetryMillis = 500

/**
 * Errors after which a migration is retried. A migration of several tables may deadlock with a server that writes to
 * them. PostgreSQL then aborts one of the two transactions.
 */
const lostLocks: ReadonlySet<string> = new Set(["LockTimeoutError", "DeadlockError"])

const isLocked = (error: Migrator.MigrationError | SqlError.SqlError): boolean => {
  const cause = error._tag === "MigrationError" ? error.cause : error
  return cause instanceof SqlError.SqlError && lostLocks.has(cause.reason._tag)
}

/**
 * Runs the migrations of `record` that the database lacks. Returns their names.
 *
 * Servers that start together wait without a time limit for the server that migrates.
 */
export const runMigrations = (record: Parameters<typeof Migrator.fromRecord>[0]) =>
  Migrator.make({})({ loader: Migrator.fromRecord(record), table: "schema_migrations" }).pipe(
    Effect.tapError((error) => isLocked(error) ? Effect.logInfo("Waiting for other servers to migrate") : Effect.void),
    Effect.retry({ while: isLocked, schedule: Schedule.spaced(lockedRetryMillis) }),
    Effect.map((ran) => ran.map(([id, name]) => `${String(id).padStart(4, "0")}_${name}`))
  )

export const migrate = runMigrations(migrations)
