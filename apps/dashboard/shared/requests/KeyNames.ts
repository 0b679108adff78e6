import type { KeyId } from "../../../../core/kernel/Ids.ts"
import { useApi } from "../../api/Hooks.ts"

/** Names of the account's API keys by their id; empty until they are known. */
export const useKeyNames = (): ReadonlyMap<string, string> => {
  const { data } = useApi("keys", "list")
  return new Map(data?.map(({ id, lastFour, name }) => [id, name === "" ? `…${lastFour}` : `${name} (…${lastFour})`]))
}

/** A key by its name; what has none was tried in the dashboard, or by a key that is not there any more. */
export const keyNameOf = (names: ReadonlyMap<string, string>, keyId: KeyId | null): string =>
  keyId === null ? "Tried in the dashboard" : names.get(keyId) ?? keyId
