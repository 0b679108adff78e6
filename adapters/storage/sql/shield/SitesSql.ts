import { Effect, Layer } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import type { AccountId, SiteId } from "../../../../core/kernel/Ids.ts"
import { type Site, type SiteOptions, siteOptionsDefault } from "../../../../core/sites/Site.ts"
import { SiteNotFound, Sites, siteStaleMillisMax } from "../../../../core/sites/Sites.ts"
import { forUpdate, isOneOf } from "../statements/Dialect.ts"
import { orDie } from "../statements/Outage.ts"
import { instant, json, type Row, text, textOrNull } from "../statements/Row.ts"
import { makeRecentReads } from "./RecentReads.ts"

/** How old what is known of a site may be while the database is away: its forms go on being protected for so long. */
export const siteAwayMillisMax = 3_600_000

export const layer: Layer.Layer<Sites, never, SqlClient.SqlClient> = Layer.effect(
  Sites,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const insertSecrets = (siteId: SiteId, digests: ReadonlyArray<string>) =>
      Effect.forEach(
        digests,
        (digest, position) =>
          sql`INSERT INTO site_secrets (digest, site_id, position) VALUES (${digest}, ${siteId}, ${position})`,
        { discard: true }
      )

    /** One statement, so that nobody sees a site between two secrets. */
    const sitesWhere = (holds: Statement.Fragment): Effect.Effect<ReadonlyArray<Site>, SqlError.SqlError> =>
      Effect.map(
        sql`SELECT sites.*, site_secrets.digest AS secret_digest FROM sites
          LEFT JOIN site_secrets ON site_secrets.site_id = sites.id
          WHERE ${holds} ORDER BY sites.created_at, sites.id, site_secrets.position`,
        sitesOf
      )

    const byKey = yield* makeRecentReads({
      read: (keys) =>
        Effect.map(
          sitesWhere(isOneOf(sql, "site_key", keys)),
          (found) => new Map(found.map((site) => [site.siteKey, site]))
        ),
      staleMillisMax: siteStaleMillisMax,
      awayMillisMax: siteAwayMillisMax
    })

    const bySecret = yield* makeRecentReads({
      read: (digests) =>
        Effect.map(
          sitesWhere(sql`sites.id IN (SELECT site_id FROM site_secrets WHERE ${isOneOf(sql, "digest", digests)})`),
          (found) => new Map(found.flatMap((site) => site.secretDigests.map((digest) => [digest, site] as const)))
        ),
      staleMillisMax: siteStaleMillisMax,
      awayMillisMax: siteAwayMillisMax
    })

    const forget = Effect.sync(() => {
      byKey.forget()
      bySecret.forget()
    })

    const get = Effect.fnUntraced(function*(accountId: AccountId, id: string) {
      const [site] = yield* orDie(sitesWhere(sql`sites.account_id = ${accountId} AND sites.id = ${id}`))
      return site ?? (yield* new SiteNotFound({ id }))
    })

    return Sites.of({
      create: (site) =>
        sql.withTransaction(Effect.andThen(
          sql`INSERT INTO sites (id, account_id, name, site_key, hostnames, options, created_at)
            VALUES (${site.id}, ${site.accountId}, ${site.name}, ${site.siteKey}, ${JSON.stringify(site.hostnames)},
              ${JSON.stringify(site.options)}, ${site.createdAt.getTime()})`,
          insertSecrets(site.id, site.secretDigests)
        )).pipe(Effect.andThen(forget), orDie),
      get,
      findBySiteKey: byKey.find,
      findBySecret: bySecret.find,
      list: (accountId) => orDie(sitesWhere(sql`sites.account_id = ${accountId}`)),
      setSecrets: Effect.fnUntraced(function*(accountId, id, digests) {
        yield* get(accountId, id)
        yield* sql.withTransaction(Effect.andThen(
          sql`DELETE FROM site_secrets WHERE site_id = ${id}`,
          insertSecrets(id, digests)
        )).pipe(Effect.andThen(forget), orDie)
      }),
      change: Effect.fnUntraced(function*(accountId, id, { hostnames, name, options }) {
        const [row] = yield* orDie(sql`UPDATE sites SET name = ${name}, hostnames = ${JSON.stringify(hostnames)},
          options = ${JSON.stringify(options)} WHERE account_id = ${accountId} AND id = ${id} RETURNING id`)
        if (row === undefined) return yield* new SiteNotFound({ id })
        yield* forget
      }),
      remove: Effect.fnUntraced(function*(accountId, id, at) {
        const [gone] = yield* orDie(sql.withTransaction(Effect.gen(function*() {
          const found = yield* sql`SELECT name FROM sites
            WHERE account_id = ${accountId} AND id = ${id} ${forUpdate(sql)}`
          for (const row of found) {
            yield* sql`DELETE FROM site_secrets WHERE site_id = ${id}`
            yield* sql`DELETE FROM sites WHERE id = ${id}`
            yield* sql`INSERT INTO removed_sites (account_id, name, removed_at)
              VALUES (${accountId}, ${text(row, "name")}, ${at.getTime()})
              ON CONFLICT (account_id, name) DO UPDATE SET removed_at = excluded.removed_at`
          }
          return found
        })))
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

/** Rows of one site stand together, one for each secret. */
const sitesOf = (rows: ReadonlyArray<Row>): ReadonlyArray<Site> => {
  const digests = new Map<string, Array<string>>()
  const firsts: Array<Row> = []
  for (const row of rows) {
    const [id, digest] = [text(row, "id"), textOrNull(row, "secret_digest")]
    let ofSite = digests.get(id)
    if (ofSite === undefined) {
      digests.set(id, ofSite = [])
      firsts.push(row)
    }
    if (digest !== null) ofSite.push(digest)
  }
  return firsts.map((row) => siteOf(row, digests.get(text(row, "id"))!))
}

const siteOf = (row: Row, secretDigests: ReadonlyArray<string>): Site => ({
  id: text(row, "id"),
  accountId: text(row, "account_id"),
  name: text(row, "name"),
  siteKey: text(row, "site_key"),
  secretDigests,
  hostnames: json(row, "hostnames"),
  options: { ...siteOptionsDefault, ...json<Partial<SiteOptions>>(row, "options") },
  createdAt: instant(row, "created_at")
})
