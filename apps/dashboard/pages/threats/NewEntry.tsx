import { Button } from "@mantine/core"
import { IconPlus } from "@tabler/icons-react"
import { useApi } from "../../api/Hooks.ts"
import { IfAny } from "../../parts/Presence.tsx"

/** Above the blocklist, below the tabs: these stay where they are. An empty list offers the same in its middle. */
export const NewEntry = ({ onClick }: { readonly onClick: () => void }) => {
  const { data, isLoading } = useApi("threats", "blocklist", { query: { limit: 1 } })
  return (
    <IfAny of={isLoading ? "unknown" : data?.total === 0 ? "none" : "some"}>
      <Button leftSection={<IconPlus size={16} />} onClick={onClick}>Add an entry</Button>
    </IfAny>
  )
}
