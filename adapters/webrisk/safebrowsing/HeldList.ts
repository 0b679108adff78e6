import { Result } from "effect"
import { type PrefixIndex, prefixIndexFromOwnBuffers } from "../../../core/threats/prefixes/PrefixIndex.ts"
import type { ListState } from "./ListJobs.ts"
import type { ListKind } from "./Lists.ts"

/** One list as far as it is here. */
export interface HeldList {
  readonly kind: ListKind
  /** What lookups use; null while the list is not here, or not all of it. */
  index: PrefixIndex | null
  /** What the next answer builds on; null to ask for all of it. */
  state: ListState | null
  /** How many times in a row the vendor sent what looks like a mistake. */
  suspicions: number
  /** Why it is not on the disk; null when it is. */
  unstored: string | null
}

/** From now on lookups use it: whole, in place of the one before. */
export const useList = (list: HeldList, state: ListState): void => {
  list.index = Result.getOrThrow(prefixIndexFromOwnBuffers(state.buffers))
  list.state = state
}
