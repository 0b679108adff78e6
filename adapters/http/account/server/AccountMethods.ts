import { AccountApi } from "../api/AccountApi.ts"

interface Place {
  readonly pattern: RegExp
  readonly methods: Set<string>
}

/** Under which methods each path of the declaration is asked for. */
const places = (): ReadonlyArray<Place> => {
  const byPath = new Map<string, Place>()
  for (const group of Object.values(AccountApi.groups)) {
    for (const { method, path } of Object.values(group.endpoints)) {
      const pattern = new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`)
      const place = byPath.get(path) ?? { pattern, methods: new Set() }
      byPath.set(path, place)
      place.methods.add(method)
    }
  }
  return [...byPath.values()]
}

/** The methods of whatever is at a path; empty where nothing is. */
export const methodsAt = (): (path: string) => ReadonlyArray<string> => {
  const all = places()
  return (path) => [...new Set(all.flatMap(({ methods, pattern }) => pattern.test(path) ? [...methods] : []))]
}
