const namesMax = 20
const fieldName = /^[a-z][a-z_]{0,39}$/

/** Names of the fields that a body has, without their values: which of several ways was asked. */
export const sentFields = (payload: unknown): ReadonlyArray<string> =>
  typeof payload !== "object" || payload === null || Array.isArray(payload)
    ? []
    : Object.entries(payload).filter(([name, value]) => value !== undefined && fieldName.test(name))
      .slice(0, namesMax).map(([name]) => name)
