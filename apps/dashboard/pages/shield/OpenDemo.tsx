import { Button } from "@mantine/core"
import { IconExternalLink } from "@tabler/icons-react"

/** To the demo, which is no page of the dashboard: beside it, so that both can be looked at. */
export const OpenDemo = () => (
  <Button component="a" href="/demo" target="_blank" rel="noopener" leftSection={<IconExternalLink size={16} />}>
    Open the demo
  </Button>
)
