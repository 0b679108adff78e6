import type { KeyId } from "../../../../core/kernel/Ids.ts"
import { useApi } from "../../api/Hooks.ts"

/** Returns the display names of the account's API keys by id; empty while loading. */
export const useKeyNames = (): ReadonlyMap<string, string> => {
  const { data } = useApi("keys", "list")
  return new Map(data?.map(({ id, lastFour, name }) => [id, name === "" ? `…${lastFour}` : `${name} (…${lastFour})`]))
}

/** Returns the key's name. A null id means a request from the dashboard; a removed key is shown by its id. */
export const keyNameOf = (names: ReadonlyMap<string, string>, keyId: KeyId | null): string =>
  keyId === null ? "Dashboard (Try it)" : names.get(keyId) ?? keyId
