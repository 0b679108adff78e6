import { Button, Group, Modal, SegmentedControl, Select, Stack, Text, TextInput } from "@mantine/core"
import { Result } from "effect"
import { useId, useState } from "react"
import { lineCharsMax } from "../../../../adapters/http/account/api/Page.ts"
import type { BlockRuleKind } from "../../../../core/block-rules/BlockRules.ts"
import { parseRuleValue } from "../../../../core/block-rules/BlockRuleValue.ts"
import { useApiMutation } from "../../api/Hooks.ts"
import { type FieldErrors, requiredError, useForm } from "../../parts/forms/Form.tsx"
import { FormFailure } from "../../parts/page/FailureAlert.tsx"
import { ForceConfirmation } from "../../shared/threats/ForceConfirmation.tsx"
import { guessKind, kindChoices, ruleKindLabels } from "./GuessKind.ts"

interface RuleInput {
  readonly value: string
  /** Kind that the user selected. Null until then, when the value determines the kind. */
  readonly kind: BlockRuleKind | null
  readonly action: "block" | "allow"
  readonly note: string
}

const blank: RuleInput = { value: "", kind: null, action: "block", note: "" }

/** Form for a new rule. The value determines the kind, unless the user selects a kind. */
export const AddRule = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const { add, close, errors, force, form, isForced, kind, rule, set, setForced } = useNewRule(onClose)
  const meaningId = useId()
  return (
    <Modal opened={isOpen} onClose={close} title="Add rule" size="lg">
      <form {...form}>
        <Stack>
          <RuleFields rule={rule} kind={kind} set={set} errors={errors} meaningId={meaningId} />
          <ForceConfirmation
            refusal={force ?? null}
            isForced={isForced}
            onChange={setForced}
            note="The audit log records this."
          />
          <FormFailure failure={add.failure} />
          <Group justify="flex-end" align="flex-start" gap="md">
            {/* Comes last and reserves its space, so that no field moves while the user types. */}
            <Text
              id={meaningId}
              size="xs"
              c="dimmed"
              flex="1 1 260px"
              mih={rule.action === "allow" ? 51 : 34}
              style={{ overflowWrap: "anywhere" }}
            >
              {describeRule(kind, rule)}
            </Text>
            <Group gap="sm" wrap="nowrap">
              <Button variant="default" onClick={close}>Cancel</Button>
              <Button
                type="submit"
                loading={add.isRunning}
                disabled={force !== undefined && !isForced}
              >
                {rule.action === "block" ? "Add block rule" : "Add allow rule"}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Returns the state of the form: the entered rule, its validation, and its submission. */
const useNewRule = (onClose: () => void) => {
  const [rule, setRule] = useState(blank)
  const [isForced, setForced] = useState(false)
  const close = () => {
    setRule(blank)
    setForced(false)
    reset()
    add.reset()
    onClose()
  }
  const add = useApiMutation("rules", "add", {
    handlesFailure: true,
    successMessage: ({ action, became, value }) =>
      `${value} is ${became === "new" ? "now" : "already"} ${action === "block" ? "blocked" : "allowed"}${
        became === "changed" ? ". The note was updated." : ""
      }`,
    onSuccess: close
  })
  const set = (change: Partial<RuleInput>) => {
    setRule({ ...rule, ...change })
    if ("note" in change) return
    setForced(false)
    add.reset()
  }
  const kind = rule.kind ?? guessKind(rule.value)
  const { force, ...refused } = add.fields
  const { errors, reset, form } = useForm({
    validation: { value: valueError(kind, rule.value) },
    serverErrors: refused,
    submit: () => {
      const { action, note, value } = rule
      if (kind !== null) add.run({ payload: { kind, action, value: value.trim(), note: note.trim(), force: isForced } })
    }
  })
  return { rule, set, kind, isForced, setForced, force, errors, form, add, close }
}

interface RuleFieldsProps {
  readonly rule: RuleInput
  readonly kind: BlockRuleKind | null
  readonly set: (change: Partial<RuleInput>) => void
  readonly errors: FieldErrors
  /** Id of the element that explains the rule. */
  readonly meaningId: string
}

const RuleFields = ({ errors, kind, meaningId, rule, set }: RuleFieldsProps) => (
  <>
    <SegmentedControl
      value={rule.action}
      onChange={(action) => set({ action })}
      data={[{ value: "block", label: "Block" }, { value: "allow", label: "Allow (exception)" }]}
      aria-label="Action"
    />
    <TextInput
      label="Value"
      description="An email address, a domain, an IP address or network, or a two-letter country code"
      placeholder="spam.example"
      value={rule.value}
      error={errors["value"]}
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
      placeholder="Detected automatically"
      data={kindChoices}
      value={kind}
      onChange={(kind) => set({ kind })}
      aria-describedby={meaningId}
      error={errors["kind"]}
    />
    <TextInput
      label="Note (optional)"
      placeholder="Why this rule exists"
      value={rule.note}
      error={errors["note"]}
      onChange={(event) => set({ note: event.currentTarget.value })}
      maxLength={lineCharsMax}
      autoComplete="off"
    />
  </>
)

/** Kinds of block rules that an allow rule of each kind overrides. */
const overriddenKinds: Readonly<Record<BlockRuleKind, string>> = {
  email: "addresses and domains",
  domain: "addresses and domains",
  cidr: "networks and countries",
  country: "countries"
}

/** Returns why a value is invalid for this kind of rule; undefined if it is valid. */
export const valueError = (kind: BlockRuleKind | null, value: string): string | undefined => {
  if (kind === null) return requiredError(value, "Enter a value.")
  const canonical = parseRuleValue(kind, value)
  return Result.isFailure(canonical) ? canonical.failure.message : undefined
}

/** Describes what a rule of this kind matches, and the form in which the value is stored. */
export const describeRule = (
  kind: BlockRuleKind | null,
  { action, value }: Pick<RuleInput, "action" | "value">
): string => {
  if (kind === null) return ""
  const canonical = parseRuleValue(kind, value)
  // The value field shows the error, so this text only describes the kind.
  if (Result.isFailure(canonical)) return ruleKindLabels[kind].about
  return [
    ruleKindLabels[kind].about,
    ...canonical.success === value.trim() ? [] : [`Stored as ${canonical.success}.`],
    ...action === "allow" ? [`Overrides block rules for ${overriddenKinds[kind]}.`] : []
  ].join(" ")
}
