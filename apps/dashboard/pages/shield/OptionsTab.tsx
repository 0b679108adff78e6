import { Alert, Button, Divider, Group, Paper, Stack } from "@mantine/core"
import { type FormEvent, useState } from "react"
import { useChange } from "../../api/Hooks.ts"
import { AskBeforeLeaving } from "../../parts/AskBeforeLeaving.tsx"
import classes from "../../parts/PanelFoot.module.css"
import own from "./Shield.module.css"
import { type SiteChoice, SiteNames, SiteOptionFields } from "./SiteForm.tsx"
import type { Site } from "./SitePage.tsx"

/** What was chosen of a site; a running server follows within a second. */
export const OptionsTab = ({ site }: { readonly site: Site }) => {
  const stored: SiteChoice = { name: site.name, hostnames: site.hostnames, options: site.options }
  const [choice, setChoice] = useState(stored)
  const change = useChange("sites", "change", { showsFailure: true, says: "Saved. It holds within a second." })
  const isChanged = JSON.stringify(choice) !== JSON.stringify(stored)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { hostnames, name, options } = choice
    change.run({
      params: { id: site.id },
      payload: { name: name.trim(), hostnames: [...hostnames], options: { ...options } }
    })
  }
  const isToldByField = Object.keys(change.fields).length > 0
  return (
    <Paper withBorder p="md" maw={720} component="form" onSubmit={submit} className={own["form"] ?? ""}>
      <Stack>
        <SiteNames choice={choice} onChange={setChoice} fields={change.fields} />
        <Divider />
        <SiteOptionFields choice={choice} onChange={setChoice} fields={change.fields} />
        {change.failure !== null && !isToldByField && <Alert color="red" role="alert">{change.failure.message}</Alert>}
        <AskBeforeLeaving isChanged={isChanged} />
        <Group className={classes["foot"] ?? ""}>
          <Button variant="default" onClick={() => setChoice(stored)} disabled={!isChanged}>Undo changes</Button>
          <Button type="submit" loading={change.isRunning} disabled={!isChanged}>Save</Button>
        </Group>
      </Stack>
    </Paper>
  )
}
