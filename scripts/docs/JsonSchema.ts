/** The parts of JSON Schema that the OpenAPI document uses. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly items?: JsonSchema
  readonly description?: string
  readonly format?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

export interface Operation {
  readonly tags: ReadonlyArray<string>
  readonly summary: string
  readonly description?: string
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
  readonly responses: Readonly<Record<string, Response>>
}

interface Parameter {
  readonly name: string
  readonly description?: string
  readonly required?: boolean
  readonly schema: JsonSchema
}

interface Response {
  readonly description: string
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>
}

/** The parts of the OpenAPI document that the pages use. */
export interface OpenApiDocument {
  readonly info: { readonly description: string }
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description?: string }>
  readonly paths: Readonly<Record<string, { readonly post: Operation }>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

/** Field of a request or response body, as the pages describe it. */
export interface Field {
  readonly name: string
  readonly type: string
  /** Allowed range or length, such as "0 to 100". */
  readonly range: string | null
  readonly isRequired: boolean
  readonly default: unknown
  readonly description: string | null
  readonly fields: ReadonlyArray<Field>
}

/** Returns the fields of an object in the order of their declaration. */
export const fieldsOf = (schema: JsonSchema, document: OpenApiDocument): ReadonlyArray<Field> => {
  const { properties = {}, required = [] } = resolve(schema, document)
  return Object.entries(properties).map(([name, inner]) => {
    const value = resolve(inner, document)
    const content = withoutNull(value, document)
    return {
      name,
      type: typeOf(value, document),
      range: rangeOf(content),
      isRequired: required.includes(name),
      default: value.default,
      description: value.description ?? content.description ?? null,
      fields: fieldsOf(content.items ?? content, document)
    }
  })
}

/** Follows references and merges `allOf`, which contains some checks and descriptions. */
const resolve = (schema: JsonSchema, document: OpenApiDocument): JsonSchema => {
  const { $ref, allOf = [], ...own } = schema
  const name = $ref?.replace("#/components/schemas/", "")
  const target = name === undefined ? {} : document.components.schemas[name]
  if (target === undefined) throw new Error(`The OpenAPI document has no schema ${name}`)
  return Object.assign(
    {},
    name === undefined ? {} : resolve(target, document),
    own,
    ...allOf.map((part) => resolve(part, document))
  )
}

const isNull = ({ type }: JsonSchema): boolean => type === "null"

/** Returns the schema of a nullable value without null. Other schemas are returned unchanged. */
const withoutNull = (schema: JsonSchema, document: OpenApiDocument): JsonSchema => {
  const [first, ...others] = (schema.anyOf ?? []).filter((one) => !isNull(one))
  return first !== undefined && others.length === 0 ? { ...schema, ...resolve(first, document) } : schema
}

const plurals: Readonly<Record<string, string>> = {
  string: "strings",
  integer: "integers",
  number: "numbers",
  object: "objects"
}

const typeOf = (schema: JsonSchema, document: OpenApiDocument): string => {
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" or ")
  if (schema.anyOf !== undefined) {
    return schema.anyOf.map((one) => typeOf(resolve(one, document), document)).join(" or ")
  }
  if (schema.type === "array") {
    const item = typeOf(resolve(schema.items ?? {}, document), document)
    return `array of ${plurals[item] ?? item}`
  }
  if (schema.format === "binary") return "file"
  return schema.type ?? "any value"
}

const number = (value: number): string => value.toLocaleString("en-US")

const rangeOf = (schema: JsonSchema): string | null =>
  span(schema.minimum, schema.maximum, "") ?? span(schema.minLength, schema.maxLength, " characters") ??
    span(schema.minItems, schema.maxItems, " items")

const span = (min: number | undefined, max: number | undefined, unit: string): string | null =>
  min !== undefined && max !== undefined
    ? `${number(min)} to ${number(max)}${unit}`
    : max !== undefined
    ? `at most ${number(max)}${unit}`
    : min !== undefined
    ? `at least ${number(min)}${unit}`
    : null
