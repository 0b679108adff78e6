import { Effect } from "effect"
import { SqlClient } from "effect/sql"

interface Column {
  readonly type: string
  readonly isRequired: boolean
  readonly hasDefault: boolean
}

/** Tables with their columns and unique keys. */
export type Schema = ReadonlyMap<string, {
  readonly columns: ReadonlyMap<string, Column>
  /** Columns of each primary key and unique index. */
  readonly unique: ReadonlySet<string>
  readonly checks: ReadonlySet<string>
}>

const sqliteSchema = Effect.fnUntraced(function*(sql: SqlClient.SqlClient) {
  const tables = yield* sql<{ name: string; sql: string }>`SELECT name, sql FROM sqlite_schema WHERE type = 'table'
    AND name NOT LIKE 'sqlite_%'`
  return new Map(
    yield* Effect.forEach(tables, ({ name, sql: text }) =>
      Effect.gen(function*() {
        const columns = yield* sql.unsafe<
          { name: string; type: string; notnull: number; dflt_value: unknown; pk: number }
        >(
          `SELECT * FROM pragma_table_info('${name}')`
        )
        const unique = yield* sql.unsafe<{ columns: string }>(
          `SELECT (SELECT group_concat(name) FROM pragma_index_info(list.name)) AS columns
            FROM pragma_index_list('${name}') list WHERE "unique" = 1`
        )
        return [name, {
          columns: new Map(columns.map((column) => [column.name, {
            type: column.type,
            isRequired: column.notnull === 1,
            hasDefault: column.dflt_value !== null
          }])),
          unique: new Set([
            columns.filter(({ pk }) => pk > 0).map((column) => column.name).join(","),
            ...unique.map(({ columns }) => columns)
          ]),
          checks: new Set(text.match(/CHECK\s*\([^;]*?\)/gi) ?? [])
        }] as const
      }))
  )
})

const postgresSchema = Effect.fnUntraced(function*(sql: SqlClient.SqlClient) {
  const columns = yield* sql<{ table: string; name: string; type: string; required: boolean; given: boolean }>`
    SELECT table_name AS table, column_name AS name, data_type AS type, is_nullable = 'NO' AS required,
      column_default IS NOT NULL OR is_identity = 'YES' OR is_generated <> 'NEVER' AS given
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY ordinal_position`
  const rules = yield* sql<{ table: string; kind: string; text: string }>`
    SELECT conrelid::regclass::text AS table, contype AS kind, pg_get_constraintdef(oid) AS text FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT tablename, 'u', indexdef FROM pg_indexes
    WHERE schemaname = 'public' AND indexdef LIKE 'CREATE UNIQUE%'`
  const tables = Map.groupBy(columns, ({ table }) => table)
  return new Map([...tables].map(([name, its]) => [name, {
    columns: new Map(its.map((column) => [column.name, {
      type: column.type,
      isRequired: column.required,
      hasDefault: column.given
    }])),
    unique: new Set(rules.filter(({ kind, table }) => table === name && "pu".includes(kind)).map(({ text }) => text)),
    checks: new Set(rules.filter(({ kind, table }) => table === name && "cf".includes(kind)).map(({ text }) => text))
  }]))
})

/** Reads the schema of the open database. */
export const readSchema: Effect.Effect<Schema, unknown, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql.onDialectOrElse({ pg: () => postgresSchema(sql), orElse: () => sqliteSchema(sql) }) as Effect.Effect<
      Schema,
      unknown
    >
)

/** Returns the changes from `before` to `after` that break a server that expects `before`. */
export const schemaFaults = (before: Schema, after: Schema): ReadonlyArray<string> =>
  [...before].flatMap(([table, { checks, columns, unique }]) => {
    const now = after.get(table)
    if (now === undefined) return [`${table} is gone`]
    const changed = [...columns].flatMap(([name, was]) => {
      const is = now.columns.get(name)
      if (is === undefined) return [`${table}.${name} is gone`]
      if (is.type !== was.type) return [`${table}.${name} was ${was.type} and is ${is.type}`]
      return is.isRequired && !was.isRequired || was.hasDefault && !is.hasDefault
        ? [`${table}.${name} must be given now`]
        : []
    })
    const added = [...now.columns].filter(([name, { hasDefault, isRequired }]) =>
      !columns.has(name) && isRequired && !hasDefault
    )
    return [
      ...changed,
      ...added.map(([name]) => `${table}.${name} is new and must be given`),
      ...[...now.unique].filter((one) => !unique.has(one)).map((one) => `${table} is unique by ${one} now`),
      ...[...unique].filter((one) => !now.unique.has(one)).map((one) => `${table} is no longer unique by ${one}`),
      ...[...now.checks].filter((one) => !checks.has(one)).map((one) => `${table} has the new rule ${one}`)
    ]
  })
