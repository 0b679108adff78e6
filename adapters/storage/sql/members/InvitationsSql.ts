import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type Invitation, Invitations } from "../../../../core/members/Invitations.ts"
import { roles } from "../../../../core/members/Role.ts"
import { orDie } from "../statements/Outage.ts"
import { oneOfReader, readInstant, readInteger, readText, readTextOrNull, tableReader } from "../statements/Row.ts"

export const layer: Layer.Layer<Invitations, never, SqlClient.SqlClient> = Layer.effect(
  Invitations,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Invitations.of({
      create: (invitation) =>
        sql`INSERT INTO invitations (id, account_id, email, role, digest, author, is_set_up, created_at, expires_at)
          VALUES (${invitation.id}, ${invitation.accountId}, ${invitation.email}, ${invitation.role}, ${invitation.digest},
            ${invitation.author}, ${invitation.isSetUp ? 1 : 0}, ${invitation.createdAt.getTime()},
            ${invitation.expiresAt.getTime()})`.pipe(Effect.asVoid, orDie),
      find: (digest) =>
        sql`SELECT * FROM invitations WHERE digest = ${digest}`.pipe(
          Effect.map(([row]) => row === undefined ? null : invitationOf(row)),
          orDie
        ),
      list: (accountId) =>
        sql`SELECT * FROM invitations WHERE account_id = ${accountId} ORDER BY created_at DESC, id DESC`.pipe(
          Effect.map((rows) => rows.map(invitationOf)),
          orDie
        ),
      withdraw: (accountId, id) =>
        sql`DELETE FROM invitations WHERE account_id = ${accountId} AND id = ${id} RETURNING id`.pipe(
          Effect.map((rows) => rows.length > 0),
          orDie
        ),
      sweep: (expiredBefore) =>
        sql`DELETE FROM invitations WHERE expires_at < ${expiredBefore.getTime()} RETURNING id`.pipe(
          Effect.map((rows) => rows.length),
          orDie
        )
    }))
)

const role = oneOfReader(roles)

const invitationOf = tableReader("invitations", (row): Invitation => ({
  id: readText(row, "id"),
  accountId: readText(row, "account_id"),
  email: readTextOrNull(row, "email"),
  role: role(row, "role"),
  digest: readText(row, "digest"),
  author: readText(row, "author"),
  isSetUp: readInteger(row, "is_set_up") === 1,
  createdAt: readInstant(row, "created_at"),
  expiresAt: readInstant(row, "expires_at")
}))
