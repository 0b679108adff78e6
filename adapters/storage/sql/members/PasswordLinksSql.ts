import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  type PasswordLink,
  PasswordLinkNotFound,
  PasswordLinks
} from "../../../../core/members/password-changes/PasswordLinks.ts"
import { forUpdate } from "../statements/Dialect.ts"
import { orDie } from "../statements/Outage.ts"
import { readInstant, readText, readTextOrNull, tableReader } from "../statements/Row.ts"

export const layer: Layer.Layer<PasswordLinks, never, SqlClient.SqlClient> = Layer.effect(
  PasswordLinks,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const find = (digest: string) =>
      Effect.map(
        sql`SELECT * FROM password_links WHERE digest = ${digest}`,
        ([row]) => row === undefined ? null : linkOf(row)
      )
    // Locks the member's row before the link, as the removal of a member does, so that the two cannot deadlock.
    const lockMember = (id: string) =>
      Effect.map(sql`SELECT id FROM members WHERE id = ${id} ${forUpdate(sql)}`, (rows) => rows.length > 0)
    return PasswordLinks.of({
      put: ({ authorId, createdAt, digest, expiresAt, memberId }) =>
        sql.withTransaction(Effect.gen(function*() {
          if (!(yield* lockMember(memberId))) return
          yield* sql`INSERT INTO password_links (member_id, digest, author_id, created_at, expires_at)
            VALUES (${memberId}, ${digest}, ${authorId}, ${createdAt.getTime()}, ${expiresAt.getTime()})
            ON CONFLICT (member_id) DO UPDATE SET digest = excluded.digest, author_id = excluded.author_id,
              created_at = excluded.created_at, expires_at = excluded.expires_at`
        })).pipe(orDie),
      find: (digest) => orDie(find(digest)),
      use: (digest, passwordHash) =>
        sql.withTransaction(Effect.gen(function*() {
          const link = yield* find(digest)
          if (link === null || !(yield* lockMember(link.memberId))) return yield* new PasswordLinkNotFound()
          const used = yield* sql`DELETE FROM password_links WHERE digest = ${digest} RETURNING member_id`
          if (used.length === 0) return yield* new PasswordLinkNotFound()
          yield* sql`UPDATE members SET password_hash = ${passwordHash} WHERE id = ${link.memberId}`
          yield* sql`DELETE FROM member_sessions WHERE member_id = ${link.memberId}`
        })).pipe(orDie),
      removeBy: (authorId) =>
        sql`DELETE FROM password_links WHERE author_id = ${authorId} RETURNING member_id`.pipe(
          Effect.map((rows) => rows.length),
          orDie
        ),
      sweep: (expiredBefore) =>
        sql`DELETE FROM password_links WHERE expires_at < ${expiredBefore.getTime()} RETURNING member_id`.pipe(
          Effect.map((rows) => rows.length),
          orDie
        )
    })
  })
)

const linkOf = tableReader("password_links", (row): PasswordLink => ({
  memberId: readText(row, "member_id"),
  digest: readText(row, "digest"),
  authorId: readTextOrNull(row, "author_id"),
  createdAt: readInstant(row, "created_at"),
  expiresAt: readInstant(row, "expires_at")
}))
