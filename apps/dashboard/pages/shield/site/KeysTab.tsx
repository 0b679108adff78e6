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

/** Site key for the page and secret for the server, with a way to rotate the secret without an outage. */
export const KeysTab = ({ site }: { readonly site: Site }) => (
  <Stack maw={720}>
    <Paper withBorder p="md">
      <Title order={2} size="h4">Site key</Title>
      <Text size="sm" c="dimmed">Public: it stands in the page.</Text>
      <Group gap={4} wrap="nowrap" mt="xs">
        <Text ff="monospace" size="sm" style={{ wordBreak: "break-all", textWrap: "balance" }}>{site.siteKey}</Text>
        <CopyIconButton text={site.siteKey} what="site key" />
      </Group>
      <Text size="xs" c="dimmed" mt="xs">
        Key of {site.name}, made <Instant at={site.createdAt} isExact isZoned />. The site's id:{" "}
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
            ? <StatusBadge tone="caution">Two are valid</StatusBadge>
            : <StatusBadge tone="good">One is valid</StatusBadge>}
        </Group>
        <Text size="sm" c="dimmed">
          It belongs to your server. Gatehouse cannot show it again: it keeps only what it needs to recognise it. A new
          one works beside the one before it, so that your servers can change over one by one without an outage.
        </Text>
        <List type="ordered" size="sm" spacing={4}>
          <List.Item>Create a new secret. The one before it goes on working.</List.Item>
          <List.Item>Put it on your servers, one by one, in your own time. Both are valid.</List.Item>
          <List.Item>If the old secret leaked, make a second new one: only the two newest work.</List.Item>
        </List>
        <Group>
          <Button onClick={() => setOpen(true)}>Create a new secret</Button>
        </Group>
      </Stack>
      <Modal opened={isOpen} onClose={close} title="Create a new secret?">
        <Stack>
          <Text size="sm">
            {hasTwoSecrets
              ? "Two secrets are valid now. The older one ends at once, the newer goes on working beside the new one."
              : "The secret that your servers have now goes on working beside the new one."}
          </Text>
          <Checkbox
            label="End every older secret at once"
            description="For a secret that got out. Until your servers have the new one, they are told that theirs is wrong: forms are rejected."
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
              {endOld ? "Create it, and end the others" : "Create it"}
            </Button>
          </Group>
        </Stack>
      </Modal>
      <SecretDialog title="The new secret" what="secret key" text={secret} onClose={() => setSecret(null)}>
        <Text size="sm">Put it into SHIELD_SECRET on your servers.</Text>
      </SecretDialog>
    </Paper>
  )
}

const SiteDeletion = ({ site }: { readonly site: Site }) => {
  const [isOpen, setOpen] = useState(false)
  const [, navigate] = useLocation()
  const remove = useApiMutation("sites", "remove", {
    successMessage: `${site.name} is deleted.`,
    onSuccess: () => navigate("/shield")
  })
  return (
    <Paper withBorder p="md">
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h4">Delete the site</Title>
        <Text size="sm" c="dimmed">
          Its keys end and its counts are removed. Take the widget and the verification out of your pages first.
        </Text>
        <Button variant="outline" color="red" onClick={() => setOpen(true)}>Delete the site</Button>
      </Stack>
      <Confirm
        isOpen={isOpen}
        title={`Delete ${site.name}?`}
        actionLabel="Delete the site"
        confirmationText={site.name}
        isRunning={remove.isRunning}
        onConfirm={() => {
          setOpen(false)
          remove.run({ params: { id: site.id } })
        }}
        onClose={() => setOpen(false)}
      >
        Forms that still ask for a verification are told that their secret is wrong. This cannot be undone.
      </Confirm>
    </Paper>
  )
}
