import { Alert, Radio, Select, Stack, Text } from "@mantine/core"
import { targetKinds } from "../../../../core/threats/blocklist/BlocklistEntry.ts"
import { type Scope, scopeLabels, scopePreviews } from "./ScopePreview.ts"

interface Props {
  /** URL whose scopes are previewed. */
  readonly url: string
  readonly scope: Scope
  readonly onChange: (scope: Scope) => void
  readonly action?: "block" | "allow"
}

/** Selects the scope of an entry and previews what each choice would match. */
export const ScopeChoice = ({ action = "block", onChange, scope, url }: Props) => {
  const previews = scopePreviews(url)
  const shown = previews.find((preview) => preview.scope === scope)
  const verb = action === "block" ? "Blocks" : "Allows"
  return (
    <Stack gap="xs">
      <Radio.Group label="How much of it" value={scope} onChange={onChange}>
        <Stack gap="xs" mt={6}>
          {(previews.length === 0 ? blankPreviews : previews).map(({ matches, expression, scope, excludes }) => (
            <Radio
              key={scope}
              value={scope}
              label={scopeLabels[scope]}
              description={expression === "" ? undefined : (
                <>
                  {/* Shows the URL unbroken in its field, so that a long one does not push the choices off the screen. */}
                  <Text
                    span
                    inherit
                    ff="monospace"
                    lineClamp={2}
                    title={expression}
                    style={{ overflowWrap: "anywhere" }}
                  >
                    {expression}
                  </Text>
                  <span style={{ overflowWrap: "anywhere" }}>{verb} {matches}; not {excludes}.</span>
                </>
              )}
            />
          ))}
        </Stack>
      </Radio.Group>
      {shown?.isWide === true && action === "block" && (
        <Alert color="yellow" p="xs">
          Everything on {shown.expression.replace(/\/$/, "")}{" "}
          goes with it. Where many share a host, take the URL or a path.
        </Alert>
      )}
    </Stack>
  )
}

const blankPreviews = targetKinds.map((scope) => ({
  scope,
  expression: "",
  matches: "",
  excludes: ""
}))

/** Number of days, as in the API; null for no expiry. */
export type ExpiryDays = number | null

const expiryOptions = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
  { value: "never", label: "For ever" }
]

export const Expiry = (
  { days, onChange }: { readonly days: ExpiryDays; readonly onChange: (days: ExpiryDays) => void }
) => (
  <Select
    label="For how long"
    description="Most phishing pages are gone within weeks, and a name may then belong to somebody else."
    value={days === null ? "never" : String(days)}
    onChange={(value) => onChange(value === "never" || value === null ? null : Number(value))}
    data={expiryOptions}
    allowDeselect={false}
  />
)
