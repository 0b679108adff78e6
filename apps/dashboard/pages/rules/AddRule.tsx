import { Alert, Button, Group, Modal, SegmentedControl, Select, Stack, Text, TextInput } from "@mantine/core"
import { Result } from "effect"
import { type FormEvent, useId, useState } from "react"
import { lineCharsMax } from "../../../../adapters/http/account/api/Page.ts"
import type { BlockRuleKind } from "../../../../core/accounts/BlockRule.ts"
import { canonicalRuleValue } from "../../../../core/accounts/BlockRuleValue.ts"
import { useChange } from "../../api/Hooks.ts"
import { Force } from "../threats/Force.tsx"
import { guessKind, kindWords } from "./GuessKind.ts"

interface Chosen {
  readonly value: string
  /** Null until it is chosen: the value tells it. */
  readonly kind: BlockRuleKind | null
  readonly action: "block" | "allow"
  readonly note: string
}

const blank: Chosen = { value: "", kind: null, action: "block", note: "" }

/** A new rule: what somebody typed tells its kind, unless they say otherwise. */
export const AddRule = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const [rule, setRule] = useState(blank)
  const [isForced, setForced] = useState(false)
  const meaningId = useId()
  const close = () => {
    setRule(blank)
    setForced(false)
    add.forget()
    onClose()
  }
  const add = useChange("rules", "add", {
    showsFailure: true,
    says: ({ action, became, value }) =>
      `${value} ${became === "new" ? "is" : "was"} ${action === "block" ? "blocked" : "allowed"} ${
        became === "new" ? "now" : became === "changed" ? "already; the note is new" : "already"
      }.`,
    after: close
  })
  const set = (change: Partial<Chosen>) => {
    setRule({ ...rule, ...change })
    if ("note" in change) return
    setForced(false)
    add.forget()
  }
  const kind = rule.kind ?? guessKind(rule.value)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { action, note, value } = rule
    if (kind !== null) add.run({ payload: { kind, action, value: value.trim(), note: note.trim(), force: isForced } })
  }
  const { force, note, value, ...others } = add.fields
  const isToldByField = force !== undefined || note !== undefined || value !== undefined
  const somethingElse = Object.values(others)[0] ?? add.failure?.message
  return (
    <Modal opened={isOpen} onClose={close} title="Add a rule" size="lg">
      <form onSubmit={submit}>
        <Stack>
          <SegmentedControl
            value={rule.action}
            onChange={(name) => set({ action: name === "allow" ? "allow" : "block" })}
            data={[{ value: "block", label: "Block it" }, { value: "allow", label: "Allow it: an exception" }]}
            aria-label="What it does"
          />
          <TextInput
            label="Value"
            description="An address, a domain, an IP address or network, or the two letters of a country."
            placeholder="spam.example"
            value={rule.value}
            error={value}
            // Blanks alone are nothing: the browser says so.
            onChange={(event) => set({ value: event.currentTarget.value.trimStart() })}
            maxLength={lineCharsMax}
            autoComplete="off"
            spellCheck={false}
            required
            withAsterisk={false}
            data-autofocus
          />
          <Select
            label="Kind"
            placeholder="Told by the value"
            data={Object.entries(kindWords).map(([name, { title }]) => ({ value: name, label: title }))}
            value={kind}
            onChange={(name) => set({ kind: name as BlockRuleKind | null })}
            aria-describedby={meaningId}
          />
          <TextInput
            label="Note (optional)"
            placeholder="Why, for whoever reads this in a year"
            value={rule.note}
            error={note}
            onChange={(event) => set({ note: event.currentTarget.value })}
            maxLength={lineCharsMax}
            autoComplete="off"
          />
          <Force
            refusal={force ?? null}
            isForced={isForced}
            onChange={setForced}
            what="The audit log says who did it."
          />
          {somethingElse !== undefined && !isToldByField && <Alert color="red" role="alert">{somethingElse}</Alert>}
          <Group justify="flex-end" align="flex-start" gap="md">
            {/* At the end, where no field moves while somebody types. */}
            <Text id={meaningId} size="xs" c="dimmed" flex="1 1 260px" style={{ overflowWrap: "anywhere" }}>
              {meaningOf(kind, rule)}
            </Text>
            <Group gap="sm" wrap="nowrap">
              <Button variant="default" onClick={close}>Cancel</Button>
              <Button
                type="submit"
                loading={add.isRunning}
                disabled={force !== undefined && !isForced}
              >
                {rule.action === "block" ? "Block" : "Allow"}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Block rules that an allow rule of this kind wins over. */
const winsOver: Readonly<Record<BlockRuleKind, string>> = {
  email: "addresses and domains",
  domain: "addresses and domains",
  cidr: "networks and countries",
  country: "countries"
}

/** What a rule of this kind covers, and how the value is written down. */
const meaningOf = (kind: BlockRuleKind | null, { action, value }: Chosen): string => {
  if (kind === null) return "What the rule covers is said here."
  const canonical = canonicalRuleValue(kind, value)
  if (Result.isFailure(canonical)) return canonical.failure.message
  return [
    kindWords[kind].about,
    ...canonical.success === value.trim() ? [] : [`It is kept as ${canonical.success}.`],
    ...action === "allow" ? [`It wins over block rules on ${winsOver[kind]}.`] : []
  ].join(" ")
}
