import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { MemberSession } from "../../../../core/members/sessions/MemberSession.ts"
import { MemberSessions } from "../../../../core/members/sessions/MemberSessions.ts"
import { orDie } from "../statements/Outage.ts"
import { readInstant, readText, tableReader } from "../statements/Row.ts"

export const layer: Layer.Layer<MemberSessions, never, SqlClient.SqlClient> = Layer.effect(
  MemberSessions,
  Effect.map(SqlClient.SqlClient, (sql) =>
    MemberSessions.of({
      create: (session) =>
        sql`INSERT INTO member_sessions (id, member_id, digest, created_at, last_seen_at, expires_at, user_agent, address)
          SELECT ${session.id}, id, ${session.digest}, ${integerLiteral(sql, session.createdAt)}, ${
          integerLiteral(sql, session.lastSeenAt)
        },
            ${integerLiteral(sql, session.expiresAt)}, ${session.userAgent}, ${session.address}
          FROM members WHERE id = ${session.memberId}`.pipe(Effect.asVoid, orDie),
      find: (digest) =>
        sql`SELECT * FROM member_sessions WHERE digest = ${digest}`.pipe(
          Effect.map(([row]) => row === undefined ? null : sessionOf(row)),
          orDie
        ),
      recordSeen: (id, at) =>
        sql`UPDATE member_sessions SET last_seen_at = ${at.getTime()} WHERE id = ${id}`.pipe(
          Effect.asVoid,
          orDie
        ),
      list: (memberId) =>
        sql`SELECT * FROM member_sessions WHERE member_id = ${memberId} ORDER BY last_seen_at DESC, id DESC`.pipe(
          Effect.map((rows) => rows.map(sessionOf)),
          orDie
        ),
      remove: (memberId, id) =>
        sql`DELETE FROM member_sessions WHERE member_id = ${memberId} AND id = ${id} RETURNING id`.pipe(
          Effect.map((rows) => rows.length > 0),
          orDie
        ),
      removeAll: (memberId, exceptId) =>
        sql`DELETE FROM member_sessions WHERE member_id = ${memberId} AND id <> ${exceptId ?? ""} RETURNING id`.pipe(
          Effect.map((rows) => rows.length),
          orDie
        ),
      sweep: (seenBefore, expiredBefore) =>
        sql`DELETE FROM member_sessions
          WHERE last_seen_at < ${seenBefore.getTime()} OR expires_at < ${expiredBefore.getTime()} RETURNING id`.pipe(
          Effect.map((rows) => rows.length),
          orDie
        )
    }))
)

/** Returns a time as an SQL literal, because PostgreSQL treats a parameter in a `SELECT` list as text. */
const integerLiteral = (sql: SqlClient.SqlClient, at: Date) => sql.literal(String(at.getTime()))

const sessionOf = tableReader("member_sessions", (row): MemberSession => ({
  id: readText(row, "id"),
  memberId: readText(row, "member_id"),
  digest: readText(row, "digest"),
  createdAt: readInstant(row, "created_at"),
  lastSeenAt: readInstant(row, "last_seen_at"),
  expiresAt: readInstant(row, "expires_at"),
  userAgent: readText(row, "user_agent"),
  address: readText(row, "address")
}))
