import { Button, Group, Modal, SegmentedControl, Stack, TextInput } from "@mantine/core"
import { useState } from "react"
import { lineCharsMax } from "../../../../adapters/http/account/api/Page.ts"
import { acceptedDaysDefault } from "../../../../core/submissions/AcceptanceDefaults.ts"
import { useApiMutation } from "../../api/Hooks.ts"
import { requiredError, useForm } from "../../parts/forms/Form.tsx"
import { FormFailure } from "../../parts/page/FailureAlert.tsx"
import { ForceConfirmation } from "../../shared/threats/ForceConfirmation.tsx"
import { type ExpiryDays, ExpiryField, ScopeChoice } from "./EntryFields.tsx"
import type { Scope } from "./ScopePreview.ts"

interface EntryInput {
  readonly url: string
  readonly action: "block" | "allow"
  readonly scope: Scope
  readonly reason: string
  readonly days: ExpiryDays
}

const blank: EntryInput = { url: "", action: "block", scope: "url", reason: "", days: acceptedDaysDefault }

/** Dialog that adds a blocklist entry, with a preview of what the entry would match. */
export const AddEntry = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const [entry, setEntry] = useState(blank)
  const [isForced, setForced] = useState(false)
  const close = () => {
    setEntry(blank)
    setForced(false)
    reset()
    add.reset()
    onClose()
  }
  const add = useApiMutation("threats", "addEntry", {
    handlesFailure: true,
    successMessage: ({ action, expression }) => `${expression} is now ${action === "block" ? "blocked" : "allowed"}`,
    onSuccess: close
  })
  const set = (change: Partial<EntryInput>) => {
    setEntry({ ...entry, ...change })
    if ("reason" in change) return
    setForced(false)
    add.reset()
  }
  const { force, ...refused } = add.fields
  const { errors, reset, form } = useForm({
    validation: { url: requiredError(entry.url, "Enter a URL or a host name.") },
    serverErrors: refused,
    submit: () =>
      add.run({ payload: { ...entry, url: entry.url.trim(), reason: entry.reason.trim(), force: isForced } })
  })
  return (
    <Modal opened={isOpen} onClose={close} title="Add entry" size="lg">
      <form {...form}>
        <Stack>
          <SegmentedControl
            value={entry.action}
            onChange={(value) => set({ action: value === "allow" ? "allow" : "block" })}
            data={[{ value: "block", label: "Block" }, { value: "allow", label: "Allow (exception)" }]}
            aria-label="Action"
          />
          <TextInput
            label="URL or host name"
            description="Gatehouse never opens it."
            placeholder="https://login.example.com/verify"
            value={entry.url}
            error={errors["url"]}
            onChange={(event) => set({ url: event.currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
            required
            withAsterisk={false}
            data-autofocus
          />
          <ScopeChoice url={entry.url} scope={entry.scope} action={entry.action} onChange={(scope) => set({ scope })} />
          <ExpiryField days={entry.days} onChange={(days) => set({ days })} />
          <TextInput
            label="Reason (optional)"
            placeholder="Why this entry exists"
            value={entry.reason}
            error={errors["reason"]}
            onChange={(event) => set({ reason: event.currentTarget.value })}
            maxLength={lineCharsMax}
            autoComplete="off"
          />
          <ForceConfirmation refusal={force ?? null} isForced={isForced} onChange={setForced} />
          <FormFailure failure={add.failure} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>Cancel</Button>
            <Button
              type="submit"
              loading={add.isRunning}
              disabled={force !== undefined && !isForced}
            >
              {entry.action === "block" ? "Block URL" : "Allow URL"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
