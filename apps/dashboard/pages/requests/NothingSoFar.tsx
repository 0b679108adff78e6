import { Button } from "@mantine/core"
import { Empty } from "../../parts/Empty.tsx"

/** A search that paused: what is older was not looked through yet. */
export const NothingSoFar = ({ onMore }: { readonly onMore: () => void }) => (
  <Empty title="Nothing matches so far" action={<Button variant="default" onClick={onMore}>Look further back</Button>}>
    There are older requests that were not looked through yet.
  </Empty>
)
