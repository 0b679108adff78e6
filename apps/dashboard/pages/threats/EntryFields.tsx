import { Alert, Radio, Select, Stack, Text } from "@mantine/core"
import { targetKinds } from "../../../../core/threats/blocklist/BlocklistEntry.ts"
import { type Scope, scopeLabels, scopePreviews } from "./ScopePreview.ts"

interface Props {
  /** URL for which the scopes are previewed. */
  readonly url: string
  readonly scope: Scope
  readonly onChange: (scope: Scope) => void
  readonly action?: "block" | "allow"
}

/** Selects the scope of an entry, and previews what each scope would match. */
export const ScopeChoice = ({ action = "block", onChange, scope, url }: Props) => {
  const previews = scopePreviews(url)
  const shown = previews.find((preview) => preview.scope === scope)
  const verb = action === "block" ? "Blocks" : "Allows"
  return (
    <Stack gap="xs">
      <Radio.Group label="Scope" value={scope} onChange={onChange}>
        <Stack gap="xs" mt={6}>
          {(previews.length === 0 ? blankPreviews : previews).map(({ matches, expression, scope, excludes }) => (
            <Radio
              key={scope}
              value={scope}
              label={scopeLabels[scope]}
              description={expression === "" ? undefined : (
                <>
                  {
                    /*
                     * Shortens a long expression, so that the choices stay on the screen. Hovering shows the full
                     * expression.
                     */
                  }
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
                  <span style={{ overflowWrap: "anywhere" }}>{verb} {matches}. Does not cover {excludes}.</span>
                </>
              )}
            />
          ))}
        </Stack>
      </Radio.Group>
      {shown?.isWide === true && action === "block" && (
        <Alert color="yellow" p="xs">
          This covers everything on{" "}
          {shown.expression.replace(/\/$/, "")}. If several owners share the host, choose the URL or a path.
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

/** Number of days until an entry expires; null for no expiry. */
export type ExpiryDays = number | null

const expiryOptions = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: "never", label: "Never" }
]

export const ExpiryField = (
  { days, onChange }: { readonly days: ExpiryDays; readonly onChange: (days: ExpiryDays) => void }
) => (
  <Select
    label="Expires after"
    description="Most phishing pages disappear within weeks, and the domain may then get a new owner."
    value={days === null ? "never" : String(days)}
    onChange={(value) => onChange(value === "never" || value === null ? null : Number(value))}
    data={expiryOptions}
    allowDeselect={false}
  />
)
