import { Button, Divider, Group, Paper, Stack } from "@mantine/core"
import { useState } from "react"
import { useApiMutation } from "../../../api/Hooks.ts"
import { UnsavedChangesPrompt } from "../../../parts/forms/Confirm.tsx"
import { useForm } from "../../../parts/forms/Form.tsx"
import { FormFailure } from "../../../parts/page/FailureAlert.tsx"
import classes from "../../../parts/page/PanelFoot.module.css"
import own from "./Shield.module.css"
import type { Site } from "./Site.tsx"
import { siteErrors, SiteNameFields, SiteOptionFields, type SiteSettings } from "./SiteForm.tsx"

/** Tab with the options of a site. A running server applies changes within a second. */
export const OptionsTab = ({ site }: { readonly site: Site }) => {
  const stored: SiteSettings = { name: site.name, hostnames: site.hostnames, options: site.options }
  const [settings, setSettings] = useState(stored)
  const change = useApiMutation("sites", "change", {
    handlesFailure: true,
    successMessage: "Options saved"
  })
  const isChanged = JSON.stringify(settings) !== JSON.stringify(stored)
  const { errors, form } = useForm({
    validation: siteErrors(settings),
    serverErrors: change.fields,
    submit: () => {
      const { hostnames, name, options } = settings
      change.run({
        params: { id: site.id },
        payload: { name: name.trim(), hostnames: [...hostnames], options: { ...options } }
      })
    }
  })
  return (
    <Paper withBorder p="md" maw={720} component="form" {...form} className={own["form"] ?? ""}>
      <Stack>
        <SiteNameFields settings={settings} onChange={setSettings} errors={errors} />
        <Divider />
        <SiteOptionFields settings={settings} onChange={setSettings} errors={errors} />
        <FormFailure failure={change.failure} />
        <UnsavedChangesPrompt isChanged={isChanged} />
        <Group className={classes["foot"] ?? ""}>
          <Button variant="default" onClick={() => setSettings(stored)} disabled={!isChanged}>Discard changes</Button>
          <Button type="submit" loading={change.isRunning} disabled={!isChanged}>Save options</Button>
        </Group>
      </Stack>
    </Paper>
  )
}
