import { Empty } from "../../parts/Empty.tsx"

/** A search that paused: what is older was not looked through yet. */
export const NothingSoFar = ({ onMore }: { readonly onMore: () => void }) => (
  <Empty title="Nothing matches so far" next={{ label: "Look further back", onClick: onMore }}>
    There are older requests that were not looked through yet.
  </Empty>
)
