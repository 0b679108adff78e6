import { Button, Stack, Text } from "@mantine/core"
import { useState } from "react"
import { daysLeftMin } from "../../../../core/requests/Attention.ts"
import { useApiMutation } from "../../api/Hooks.ts"
import { inputWithButton, numberError, useForm } from "../../parts/forms/Form.tsx"
import { IntegerInput } from "../../parts/forms/IntegerInput.tsx"
import { FormFailure } from "../../parts/page/FailureAlert.tsx"
import { creditsText } from "../../parts/text/Formats.ts"

/** Maximum limit that the API accepts, in credits. */
const noticeMax = 1_000_000_000_000

/**
 * Form that sets the balance below which a warning appears.
 *
 * @param noticeBelow the limit in credits; null if the warning is off, undefined while the limit loads
 */
export const NoticeForm = ({ noticeBelow }: { readonly noticeBelow: number | null | undefined }) => {
  const [below, setBelow] = useState(noticeBelow ?? Number.NaN)
  const change = useApiMutation("credits", "setNotice", {
    invalidates: ["credits", "overview"],
    successMessage: ({ noticeBelow }) =>
      noticeBelow === null ? "Warning turned off" : `Warning set to ${creditsText(noticeBelow)}`,
    handlesFailure: true
  })
  const requested = Number.isNaN(below) ? null : below
  const { errors, form } = useForm({
    validation: {
      below: requested === noticeBelow
        ? requested === null ? "The warning is already off." : "This is already the limit."
        : requested === null
        ? undefined
        : numberError(requested, { min: 1, max: noticeMax })
    },
    serverErrors: change.fields,
    submit: () => change.run({ payload: { below: requested } })
  })
  return (
    <form {...form}>
      <Stack gap={6}>
        <IntegerInput
          label="Low-balance warning"
          value={below}
          onChange={setBelow}
          min={1}
          max={noticeMax}
          suffix=" credits"
          placeholder="Never"
          disabled={noticeBelow === undefined}
          error={errors["below"]}
          inputContainer={inputWithButton(
            <Button type="submit" variant="default" loading={change.isRunning} disabled={noticeBelow === undefined}>
              Save limit
            </Button>
          )}
        />
        <Text size="xs" c="dimmed">
          Gatehouse warns on Overview and in the server log when the balance drops below this limit. Leave the field
          empty to turn the warning off. Overview always warns when less than {daysLeftMin} days are left.
        </Text>
        <FormFailure failure={change.failure} />
      </Stack>
    </form>
  )
}
