import type { QueryClient } from "@tanstack/react-query"
import type { GroupName } from "./Client.ts"

interface Changed {
  /** Groups whose answers are asked for again. */
  readonly groups: ReadonlyArray<GroupName>
  /** Answers about what is gone: asked for again they would be 404. */
  readonly gone?: { readonly group: GroupName; readonly name: string; readonly params: unknown }
}

/** After a change: what is shown is asked for again, and what is no more is forgotten. */
export const refresh = async (client: QueryClient, { gone, groups }: Changed): Promise<void> => {
  if (gone !== undefined) {
    client.removeQueries({ queryKey: [gone.group, gone.name, { params: gone.params }] })
  }
  await Promise.all(groups.map((group) => client.invalidateQueries({ queryKey: [group] })))
}
