import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type Site, type SiteOptions, siteOptionsDefault } from "../../../core/accounts/Site.ts"
import { SiteNotFound, Sites } from "../../../core/ports/Sites.ts"
import { instant, json, type Row, text } from "./Row.ts"

export const layer: Layer.Layer<Sites, never, SqlClient.SqlClient> = Layer.effect(
  Sites,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const insertSecrets = (siteId: string, digests: ReadonlyArray<string>) =>
      Effect.forEach(
        digests,
        (digest, position) =>
          sql`INSERT INTO site_secrets (digest, site_id, position) VALUES (${digest}, ${siteId}, ${position})`,
        { discard: true }
      )

    const withSecrets = Effect.fnUntraced(function*(row: Row) {
      const secrets = yield* sql`SELECT digest FROM site_secrets WHERE site_id = ${text(row, "id")} ORDER BY position`
      return siteOf(row, secrets.map((secret) => text(secret, "digest")))
    })

    const firstOf = (rows: ReadonlyArray<Row>) => rows[0] === undefined ? Effect.succeed(null) : withSecrets(rows[0])

    const get = Effect.fnUntraced(function*(accountId: string, id: string) {
      const [row] = yield* Effect.orDie(sql`SELECT * FROM sites WHERE account_id = ${accountId} AND id = ${id}`)
      return row === undefined ? yield* new SiteNotFound({ id }) : yield* Effect.orDie(withSecrets(row))
    })

    return Sites.of({
      create: (site) =>
        sql.withTransaction(Effect.andThen(
          sql`INSERT INTO sites (id, account_id, name, site_key, hostnames, options, created_at)
            VALUES (${site.id}, ${site.accountId}, ${site.name}, ${site.siteKey}, ${JSON.stringify(site.hostnames)},
              ${JSON.stringify(site.options)}, ${site.createdAt.getTime()})`,
          insertSecrets(site.id, site.secretDigests)
        )).pipe(Effect.asVoid, Effect.orDie),
      get,
      findBySiteKey: (siteKey) =>
        sql`SELECT * FROM sites WHERE site_key = ${siteKey}`.pipe(Effect.flatMap(firstOf), Effect.orDie),
      findBySecret: (digest) =>
        sql`SELECT sites.* FROM sites JOIN site_secrets ON site_secrets.site_id = sites.id
          WHERE site_secrets.digest = ${digest}`.pipe(Effect.flatMap(firstOf), Effect.orDie),
      list: (accountId) =>
        sql`SELECT * FROM sites WHERE account_id = ${accountId} ORDER BY created_at, id`.pipe(
          Effect.flatMap(Effect.forEach(withSecrets)),
          Effect.orDie
        ),
      setSecrets: Effect.fnUntraced(function*(accountId, id, digests) {
        yield* get(accountId, id)
        yield* sql.withTransaction(Effect.andThen(
          sql`DELETE FROM site_secrets WHERE site_id = ${id}`,
          insertSecrets(id, digests)
        )).pipe(Effect.orDie)
      }),
      change: Effect.fnUntraced(function*(accountId, id, { hostnames, name, options }) {
        const [row] = yield* Effect.orDie(sql`UPDATE sites SET name = ${name}, hostnames = ${JSON.stringify(hostnames)},
          options = ${JSON.stringify(options)} WHERE account_id = ${accountId} AND id = ${id} RETURNING id`)
        if (row === undefined) return yield* new SiteNotFound({ id })
      })
    })
  })
)

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
