import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { AccountId } from "../../../../core/kernel/Ids.ts"
import { type Invitation, InvitationNotFound } from "../../../../core/members/Invitations.ts"
import type { Member } from "../../../../core/members/Member.ts"
import { EmailTaken, LastOwner, MemberNotFound, Members } from "../../../../core/members/Members.ts"
import { type Role, roles } from "../../../../core/members/Role.ts"
import { withAccountLock } from "../statements/Dialect.ts"
import { orDie } from "../statements/Outage.ts"
import { oneOfReader, readInstant, readInstantOrNull, readText, type Row, tableReader } from "../statements/Row.ts"

export const layer: Layer.Layer<Members, never, SqlClient.SqlClient> = Layer.effect(
  Members,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    return Members.of({
      join: (member, invitation) => orDie(withAccountLock(sql, member.accountId, join(sql, member, invitation))),
      get: (accountId, id) => orDie(find(sql, accountId, id)),
      findById: (id) => orDie(Effect.map(sql`SELECT * FROM members WHERE id = ${id}`, first)),
      findByEmail: (emailKey) => orDie(Effect.map(sql`SELECT * FROM members WHERE email_key = ${emailKey}`, first)),
      list: (accountId) =>
        sql`SELECT * FROM members WHERE account_id = ${accountId} ORDER BY created_at, id`.pipe(
          Effect.map((rows) => rows.map(memberOf)),
          orDie
        ),
      setRole: (accountId, id, role) => orDie(withAccountLock(sql, accountId, setRole(sql, accountId, id, role))),
      rename: Effect.fnUntraced(function*(accountId, id, name) {
        return yield* changed(
          id,
          yield* orDie(
            sql`UPDATE members SET name = ${name} WHERE account_id = ${accountId} AND id = ${id} RETURNING *`
          )
        )
      }),
      setPassword: (accountId, id, passwordHash) =>
        orDie(sql.withTransaction(setPassword(sql, accountId, id, passwordHash))),
      remove: (accountId, id) => orDie(withAccountLock(sql, accountId, remove(sql, accountId, id))),
      recordSeen: (id, at) =>
        orDie(Effect.asVoid(sql`UPDATE members SET last_seen_at = ${at.getTime()} WHERE id = ${id}`))
    })
  })
)

const join = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, member: Member, invitation: Invitation) {
  const deleted = yield* sql`DELETE FROM invitations
    WHERE account_id = ${member.accountId} AND id = ${invitation.id} RETURNING is_set_up`
  if (deleted.length === 0) return yield* new InvitationNotFound()
  if (invitation.isSetUp && (yield* owners(sql, member.accountId)).length > 0) {
    return yield* new InvitationNotFound()
  }
  const inserted = yield* sql`INSERT INTO members
      (id, account_id, email, email_key, name, role, password_hash, created_at, last_seen_at)
    VALUES (${member.id}, ${member.accountId}, ${member.email}, ${member.emailKey}, ${member.name}, ${member.role},
      ${member.passwordHash}, ${member.createdAt.getTime()}, ${member.lastSeenAt?.getTime() ?? null})
    ON CONFLICT (email_key) DO NOTHING RETURNING id`
  if (inserted.length === 0) return yield* new EmailTaken()
})

const setRole = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, accountId: AccountId, id: string, role: Role) {
  const member = yield* find(sql, accountId, id)
  if (role !== "owner") yield* requireAnotherOwner(sql, accountId, id)
  yield* sql`UPDATE members SET role = ${role} WHERE id = ${id}`
  return { ...member, role }
})

const setPassword = Effect.fnUntraced(
  function*(sql: SqlClient.SqlClient, accountId: AccountId, id: string, passwordHash: string) {
    yield* changed(
      id,
      yield* sql`UPDATE members SET password_hash = ${passwordHash}
        WHERE account_id = ${accountId} AND id = ${id} RETURNING *`
    )
    yield* sql`DELETE FROM password_links WHERE member_id = ${id}`
  }
)

/** Deletes a member. Foreign keys also delete the member's sessions and password link. */
const remove = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, accountId: AccountId, id: string) {
  yield* find(sql, accountId, id)
  yield* requireAnotherOwner(sql, accountId, id)
  yield* sql`DELETE FROM members WHERE id = ${id}`
})

const find = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, accountId: AccountId, id: string) {
  const [row] = yield* sql`SELECT * FROM members WHERE account_id = ${accountId} AND id = ${id}`
  return row === undefined ? yield* new MemberNotFound({ id }) : memberOf(row)
})

const owners = (sql: SqlClient.SqlClient, accountId: AccountId) =>
  Effect.map(
    sql`SELECT id FROM members WHERE account_id = ${accountId} AND role = 'owner'`,
    (rows) => rows.map((row) => readText(row, "id"))
  )

const requireAnotherOwner = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, accountId: AccountId, id: string) {
  const [first, ...others] = yield* owners(sql, accountId)
  if (first === id && others.length === 0) return yield* new LastOwner()
})

/** Returns the member that a statement with `RETURNING *` changed. Fails with `MemberNotFound` if there is no row. */
const changed = (id: string, rows: ReadonlyArray<Row>) =>
  rows[0] === undefined ? Effect.fail(new MemberNotFound({ id })) : Effect.succeed(memberOf(rows[0]))

const first = (rows: ReadonlyArray<Row>) => rows[0] === undefined ? null : memberOf(rows[0])

const memberRole = oneOfReader(roles)

const memberOf = tableReader("members", (row): Member => ({
  id: readText(row, "id"),
  accountId: readText(row, "account_id"),
  email: readText(row, "email"),
  emailKey: readText(row, "email_key"),
  name: readText(row, "name"),
  role: memberRole(row, "role"),
  passwordHash: readText(row, "password_hash"),
  createdAt: readInstant(row, "created_at"),
  lastSeenAt: readInstantOrNull(row, "last_seen_at")
}))
