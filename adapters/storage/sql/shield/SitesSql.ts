import { Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import type { AccountId, SiteId } from "../../../../core/kernel/Ids.ts"
import { type Site, type SiteOptions, siteOptionsDefault } from "../../../../core/sites/Site.ts"
import { SiteNotFound, Sites, siteStaleMillisMax } from "../../../../core/sites/Sites.ts"
import { forUpdate, isOneOf } from "../statements/Dialect.ts"
import { orDie } from "../statements/Outage.ts"
import {
  jsonReader,
  readInstant,
  readText,
  readTextList,
  readTextOrNull,
  type Row,
  tableReader
} from "../statements/Row.ts"
import { makeReadThroughCache } from "./ReadThroughCache.ts"

/** Maximum age of cached site data while the database is unavailable. Forms stay protected for this long. */
export const siteOutageMillisMax = 3_600_000

export const layer: Layer.Layer<Sites, never, SqlClient.SqlClient> = Layer.effect(
  Sites,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const cacheLimits = { staleMillisMax: siteStaleMillisMax, outageMillisMax: siteOutageMillisMax }
    const byKey = yield* makeReadThroughCache({ ...cacheLimits, read: (keys) => readByKey(sql, keys) })
    const bySecret = yield* makeReadThroughCache({ ...cacheLimits, read: (digests) => readBySecret(sql, digests) })
    const forget = Effect.sync(() => {
      byKey.invalidate()
      bySecret.invalidate()
    })

    const get = Effect.fnUntraced(function*(accountId: AccountId, id: string) {
      const [site] = yield* orDie(sitesWhere(sql, sql`sites.account_id = ${accountId} AND sites.id = ${id}`))
      return site ?? (yield* new SiteNotFound({ id }))
    })

    return Sites.of({
      create: (site) => sql.withTransaction(insertSite(sql, site)).pipe(Effect.andThen(forget), orDie),
      get,
      findBySiteKey: byKey.find,
      findBySecret: bySecret.find,
      list: (accountId) => orDie(sitesWhere(sql, sql`sites.account_id = ${accountId}`)),
      setSecrets: Effect.fnUntraced(function*(accountId, id, digests) {
        yield* get(accountId, id)
        yield* sql.withTransaction(Effect.andThen(
          sql`DELETE FROM site_secrets WHERE site_id = ${id}`,
          insertSecrets(sql, id, digests)
        )).pipe(Effect.andThen(forget), orDie)
      }),
      change: Effect.fnUntraced(function*(accountId, id, { hostnames, name, options }) {
        const [row] = yield* orDie(sql`UPDATE sites SET name = ${name}, hostnames = ${JSON.stringify(hostnames)},
          options = ${JSON.stringify(options)} WHERE account_id = ${accountId} AND id = ${id} RETURNING id`)
        if (row === undefined) return yield* new SiteNotFound({ id })
        yield* forget
      }),
      remove: Effect.fnUntraced(function*(accountId, id, at) {
        const [gone] = yield* orDie(sql.withTransaction(removeSite(sql, accountId, id, at)))
        if (gone === undefined) return yield* new SiteNotFound({ id })
        yield* forget
      }),
      wasRemoved: (accountId, name) =>
        sql`SELECT name FROM removed_sites WHERE account_id = ${accountId} AND name = ${name}`.pipe(
          Effect.map((rows) => rows.length > 0),
          orDie
        )
    })
  })
)

const insertSecrets = (sql: SqlClient.SqlClient, siteId: SiteId, digests: ReadonlyArray<string>) =>
  Effect.forEach(
    digests,
    (digest, position) =>
      sql`INSERT INTO site_secrets (digest, site_id, position) VALUES (${digest}, ${siteId}, ${position})`,
    { discard: true }
  )

/** Reads sites and secrets in one statement, so that the result is consistent during a rotation. */
const sitesWhere = (
  sql: SqlClient.SqlClient,
  holds: Statement.Fragment
): Effect.Effect<ReadonlyArray<Site>, SqlError.SqlError> =>
  Effect.map(
    sql`SELECT sites.*, site_secrets.digest AS secret_digest FROM sites
      LEFT JOIN site_secrets ON site_secrets.site_id = sites.id
      WHERE ${holds} ORDER BY sites.created_at, sites.id, site_secrets.position`,
    sitesOf
  )

const readByKey = (sql: SqlClient.SqlClient, keys: ReadonlyArray<string>) =>
  Effect.map(
    sitesWhere(sql, isOneOf(sql, "site_key", keys)),
    (found) => new Map(found.map((site) => [site.siteKey, site]))
  )

const readBySecret = (sql: SqlClient.SqlClient, digests: ReadonlyArray<string>) =>
  Effect.map(
    sitesWhere(sql, sql`sites.id IN (SELECT site_id FROM site_secrets WHERE ${isOneOf(sql, "digest", digests)})`),
    (found) => new Map(found.flatMap((site) => site.secretDigests.map((digest) => [digest, site] as const)))
  )

const insertSite = (sql: SqlClient.SqlClient, site: Site) =>
  Effect.andThen(
    sql`INSERT INTO sites (id, account_id, name, site_key, hostnames, options, created_at)
      VALUES (${site.id}, ${site.accountId}, ${site.name}, ${site.siteKey}, ${JSON.stringify(site.hostnames)},
        ${JSON.stringify(site.options)}, ${site.createdAt.getTime()})`,
    insertSecrets(sql, site.id, site.secretDigests)
  )

/** Deletes a site and records its name. Returns the deleted row, or no row if there is no such site. */
const removeSite = Effect.fnUntraced(
  function*(sql: SqlClient.SqlClient, accountId: AccountId, id: string, at: Date) {
    const found = yield* sql`SELECT name FROM sites
      WHERE account_id = ${accountId} AND id = ${id} ${forUpdate(sql)}`
    for (const row of found) {
      yield* sql`DELETE FROM site_secrets WHERE site_id = ${id}`
      yield* sql`DELETE FROM sites WHERE id = ${id}`
      yield* sql`INSERT INTO removed_sites (account_id, name, removed_at)
        VALUES (${accountId}, ${readText(row, "name")}, ${at.getTime()})
        ON CONFLICT (account_id, name) DO UPDATE SET removed_at = excluded.removed_at`
    }
    return found
  }
)

/** Groups rows into sites. A site has one row for each secret, or one row without a secret. */
const sitesOf = (rows: ReadonlyArray<Row>): ReadonlyArray<Site> => {
  const sites = new Map<string, { readonly row: Row; readonly digests: Array<string> }>()
  for (const row of rows) {
    const [id, digest] = [readText(row, "id"), readTextOrNull(row, "secret_digest")]
    let site = sites.get(id)
    if (site === undefined) sites.set(id, site = { row, digests: [] })
    if (digest !== null) site.digests.push(digest)
  }
  return Array.from(sites.values(), ({ digests, row }) => ({ ...siteOf(row), secretDigests: digests }))
}

/** Reads the options of a site. Older sites lack some options. Unknown options come from a later release. */
const siteOptions = jsonReader(
  "a JSON object of options",
  Schema.is(Schema.Struct(
    {
      spamDetection: Schema.optionalKey(Schema.Boolean),
      emailRules: Schema.optionalKey(Schema.Boolean),
      disposableEmails: Schema.optionalKey(Schema.Literals(["allow", "reject"])),
      ipRules: Schema.optionalKey(Schema.Boolean),
      scoreMin: Schema.optionalKey(Schema.Number),
      degraded: Schema.optionalKey(Schema.Literals(["allow", "limit", "reject"])),
      degradedPerMinuteMax: Schema.optionalKey(Schema.Number)
    } satisfies Record<keyof SiteOptions, Schema.Top>
  ))
)

const siteOf = tableReader("sites", (row): Omit<Site, "secretDigests"> => ({
  id: readText(row, "id"),
  accountId: readText(row, "account_id"),
  name: readText(row, "name"),
  siteKey: readText(row, "site_key"),
  hostnames: readTextList(row, "hostnames"),
  options: { ...siteOptionsDefault, ...siteOptions(row, "options") },
  createdAt: readInstant(row, "created_at")
}))
