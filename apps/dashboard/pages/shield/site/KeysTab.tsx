import { Button, Checkbox, Group, List, Modal, Paper, Stack, Text, Title } from "@mantine/core"
import { useState } from "react"
import { useLocation } from "wouter"
import { useApiMutation } from "../../../api/Hooks.ts"
import { Confirm } from "../../../parts/forms/Confirm.tsx"
import { SecretDialog } from "../../../parts/forms/SecretDialog.tsx"
import { CopyIconButton } from "../../../parts/text/CopyButtons.tsx"
import { Instant } from "../../../parts/text/Instant.tsx"
import { StatusBadge } from "../../../parts/text/StatusBadge.tsx"
import type { Site } from "./Site.tsx"

/** Tab with the site key for the page and the secret for the server. The secret can be rotated without an outage. */
export const KeysTab = ({ site }: { readonly site: Site }) => (
  <Stack maw={720}>
    <Paper withBorder p="md">
      <Title order={2} size="h4">Site key</Title>
      <Text size="sm" c="dimmed">Public. It is part of your page.</Text>
      <Group gap={4} wrap="nowrap" mt="xs">
        <Text ff="monospace" size="sm" style={{ wordBreak: "break-all", textWrap: "balance" }}>{site.siteKey}</Text>
        <CopyIconButton text={site.siteKey} what="site key" />
      </Group>
      <Text size="xs" c="dimmed" mt="xs">
        Created <Instant at={site.createdAt} isExact isZoned />. Site ID:{" "}
        <Text span inherit ff="monospace" style={{ overflowWrap: "anywhere" }}>{site.id}</Text>
      </Text>
    </Paper>
    <SecretRotation site={site} />
    <SiteDeletion site={site} />
  </Stack>
)

const SecretRotation = ({ site }: { readonly site: Site }) => {
  const [isOpen, setOpen] = useState(false)
  const [endOld, setEndOld] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const rotate = useApiMutation("sites", "rotate", { onSuccess: ({ secret }) => setSecret(secret) })
  const hasTwoSecrets = site.secrets > 1
  const close = () => {
    setOpen(false)
    setEndOld(false)
  }
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">Secret key</Title>
          {hasTwoSecrets
            ? <StatusBadge tone="caution">Two active</StatusBadge>
            : <StatusBadge tone="good">One active</StatusBadge>}
        </Group>
        <Text size="sm" c="dimmed">
          Your server uses it to verify forms. Gatehouse stores only a hash and cannot show it again. A new secret works
          alongside the previous one, so you can update your servers without an outage.
        </Text>
        <List type="ordered" size="sm" spacing={4}>
          <List.Item>Create a new secret. The previous one keeps working.</List.Item>
          <List.Item>Update your servers. Both secrets are valid meanwhile.</List.Item>
          <List.Item>If a secret leaked, select “End all older secrets now” when you create the new one.</List.Item>
        </List>
        <Group>
          <Button onClick={() => setOpen(true)}>Create new secret</Button>
        </Group>
      </Stack>
      <Modal opened={isOpen} onClose={close} title="Create new secret?">
        <Stack>
          <Text size="sm">
            {hasTwoSecrets
              ? "Two secrets are active. The older one stops working now. The newer one stays valid alongside the new secret."
              : "The current secret stays valid alongside the new one."}
          </Text>
          <Checkbox
            label="End all older secrets now"
            description="Select this if a secret leaked. Forms are rejected until your servers have the new secret."
            checked={endOld}
            onChange={(event) => setEndOld(event.currentTarget.checked)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>Cancel</Button>
            <Button
              color={endOld ? "red" : "accent"}
              loading={rotate.isRunning}
              onClick={() => {
                rotate.run({ params: { id: site.id }, payload: { endOld } })
                close()
              }}
            >
              {endOld ? "Create secret and end others" : "Create secret"}
            </Button>
          </Group>
        </Stack>
      </Modal>
      <SecretDialog title="New secret created" what="secret key" text={secret} onClose={() => setSecret(null)}>
        <Text size="sm">Set it as SHIELD_SECRET on your servers.</Text>
      </SecretDialog>
    </Paper>
  )
}

const SiteDeletion = ({ site }: { readonly site: Site }) => {
  const [isOpen, setOpen] = useState(false)
  const [, navigate] = useLocation()
  const remove = useApiMutation("sites", "remove", {
    successMessage: `Site deleted: ${site.name}`,
    onSuccess: () => navigate("/shield")
  })
  return (
    <Paper withBorder p="md">
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h4">Delete site</Title>
        <Text size="sm" c="dimmed">
          This deletes the site's keys and traffic. Remove the widget and the verification from your code first.
        </Text>
        <Button variant="outline" color="red" onClick={() => setOpen(true)}>Delete site</Button>
      </Stack>
      <Confirm
        isOpen={isOpen}
        title={`Delete ${site.name}?`}
        actionLabel="Delete site"
        confirmationText={site.name}
        isRunning={remove.isRunning}
        onConfirm={() => {
          setOpen(false)
          remove.run({ params: { id: site.id } })
        }}
        onClose={() => setOpen(false)}
      >
        Verifications with the site's secret then fail. You cannot undo this.
      </Confirm>
    </Paper>
  )
}
