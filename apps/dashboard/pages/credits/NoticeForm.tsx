import { Button, Stack, Text } from "@mantine/core"
import { useState } from "react"
import { daysLeftMin } from "../../../../core/requests/Attention.ts"
import { useChange } from "../../api/Hooks.ts"
import { besideInput, numberProblem, useFields } from "../../parts/forms/Fields.tsx"
import { WholeNumber } from "../../parts/forms/WholeNumber.tsx"
import { Unsent } from "../../parts/page/Failed.tsx"
import { creditsText } from "../../parts/text/Formats.ts"

/** Maximum that the API accepts, in credits. */
const noticeMax = 1_000_000_000_000

/** @param noticeBelow null: never; undefined: still loading */
export const NoticeForm = ({ noticeBelow }: { readonly noticeBelow: number | null | undefined }) => {
  const [below, setBelow] = useState(noticeBelow ?? Number.NaN)
  const change = useChange("credits", "setNotice", {
    refreshes: ["credits", "overview"],
    says: ({ noticeBelow }) =>
      noticeBelow === null ? "No warning any more" : `A warning below ${creditsText(noticeBelow)}`,
    showsFailure: true
  })
  const asked = Number.isNaN(below) ? null : below
  const { errors, form } = useFields({
    problems: {
      below: asked === noticeBelow
        ? asked === null ? "No warning is set already." : "You are warned so already."
        : asked === null
        ? undefined
        : numberProblem(asked, { min: 1, max: noticeMax })
    },
    refused: change.fields,
    send: () => change.run({ payload: { below: asked } })
  })
  return (
    <form {...form}>
      <Stack gap={6}>
        <WholeNumber
          label="Warn below"
          value={below}
          onChange={setBelow}
          min={1}
          max={noticeMax}
          suffix=" credits"
          placeholder="Never"
          disabled={noticeBelow === undefined}
          error={errors["below"]}
          inputContainer={besideInput(
            <Button type="submit" variant="default" loading={change.isRunning} disabled={noticeBelow === undefined}>
              Save
            </Button>
          )}
        />
        <Text size="xs" c="dimmed">
          On the overview and in the server's log. Empty: never. Whatever you set, the overview also warns when less
          than {daysLeftMin} days are left at the present pace.
        </Text>
        <Unsent failure={change.failure} />
      </Stack>
    </form>
  )
}
