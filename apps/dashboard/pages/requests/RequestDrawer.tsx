import { Drawer, Group } from "@mantine/core"
import { useApi } from "../../api/Hooks.ts"
import { DetailSkeleton, NotKept } from "../../shared/requests/NotKept.tsx"
import { isNotListed } from "../../shared/requests/SayVerdict.ts"
import { RequestDetail } from "./RequestDetail.tsx"

interface Props {
  /** Of the request that is shown; undefined: none is. */
  readonly id: string | undefined
  readonly onClose: () => void
}

/** One request beside the list. Its head is no `header`: the page has one, and it is the only banner. */
export const RequestDrawer = ({ id, onClose }: Props) => {
  const enabled = id !== undefined
  const found = useApi("requests", "get", { params: { id: id ?? "" } }, { enabled })
  // Of a URL that nobody lists they are told above the rest: asked for at the same time, so that nothing moves.
  const sources = useApi("threats", "sources", undefined, { enabled })
  return (
    <Drawer.Root opened={id !== undefined} onClose={onClose} position="right" size="min(100vw, 600px)">
      <Drawer.Overlay />
      <Drawer.Content>
        <Group justify="space-between" p="md" pb={0} wrap="nowrap">
          <Drawer.Title fw={600}>Request</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </Group>
        <Drawer.Body pt="xs">
          {found.error !== null && !found.isPlaceholderData
            ? <NotKept what="request" failure={found.error} onRetry={() => void found.refetch()} />
            : found.data === undefined || found.data.request.requestId !== id
                || isNotListed(found.data.request) && sources.isLoading
            ? <DetailSkeleton />
            : <RequestDetail {...found.data} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
