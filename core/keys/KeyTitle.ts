import type { ApiKey } from "./ApiKey.ts"

/** What people call a key: its name, or its last characters where it has none. */
export const keyTitle = ({ lastFour, name }: Pick<ApiKey, "lastFour" | "name">): string =>
  name === "" ? `…${lastFour}` : name
