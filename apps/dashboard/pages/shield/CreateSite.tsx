import { Button, Group, Modal, Stack, Text } from "@mantine/core"
import { useState } from "react"
import { siteOptionsDefault } from "../../../../core/sites/Site.ts"
import { useApiMutation } from "../../api/Hooks.ts"
import { useForm } from "../../parts/forms/Form.tsx"
import { SecretDialog } from "../../parts/forms/SecretDialog.tsx"
import { FormFailure } from "../../parts/page/FailureAlert.tsx"
import { siteErrors, SiteNameFields, type SiteSettings } from "./site/SiteForm.tsx"

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Called after the user has confirmed that the secret is stored. */
  readonly onCreated: (id: string) => void
}

const blank: SiteSettings = { name: "", hostnames: [], options: siteOptionsDefault }

/** Dialog that creates a site from a name and host names. Other options can be set later. */
export const CreateSite = ({ isOpen, onClose, onCreated }: Props) => {
  const [settings, setSettings] = useState(blank)
  const [secret, setSecret] = useState<{ readonly id: string; readonly text: string } | null>(null)
  const create = useApiMutation("sites", "create", {
    handlesFailure: true,
    onSuccess: (made) => {
      setSecret({ id: made.site.id, text: made.secret })
      close()
    }
  })
  const close = () => {
    setSettings(blank)
    reset()
    create.reset()
    onClose()
  }
  const { errors, reset, form } = useForm({
    validation: siteErrors(settings),
    serverErrors: create.fields,
    submit: () =>
      create.run({
        payload: { name: settings.name.trim(), hostnames: [...settings.hostnames], options: { ...settings.options } }
      })
  })
  return (
    <>
      <Modal opened={isOpen} onClose={close} title="Create site" size="lg">
        <form {...form}>
          <Stack>
            <SiteNameFields settings={settings} onChange={setSettings} errors={errors} />
            <FormFailure failure={create.failure} />
            <Text size="sm" c="dimmed">
              You can choose later which forms to reject.
            </Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>Cancel</Button>
              <Button type="submit" loading={create.isRunning}>Create site</Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      <SecretDialog
        title="Site created"
        what="secret key"
        text={secret?.text ?? null}
        onClose={() => {
          if (secret !== null) onCreated(secret.id)
          setSecret(null)
        }}
      >
        <Text size="sm">
          Set it as SHIELD_SECRET on the server that receives your forms. Never put it into a page. The next page has
          the code to paste.
        </Text>
      </SecretDialog>
    </>
  )
}
