import { Alert, Radio, Stack, Text } from "@mantine/core"
import { targetKinds } from "../../../../core/threats/blocklist/BlocklistEntry.ts"
import { type Scope, scopePreviews, scopeTitles } from "./ScopePreview.ts"

interface Props {
  /** Of which the scopes are shown. */
  readonly url: string
  readonly scope: Scope
  readonly onChange: (scope: Scope) => void
  readonly action?: "block" | "allow"
}

/** How much of a URL an entry covers, each with what would come under it. */
export const ScopeChoice = ({ action = "block", onChange, scope, url }: Props) => {
  const previews = scopePreviews(url)
  const shown = previews.find((preview) => preview.scope === scope)
  const verb = action === "block" ? "Blocks" : "Allows"
  return (
    <Stack gap="xs">
      <Radio.Group label="How much of it" value={scope} onChange={(value) => onChange(value as Scope)}>
        <Stack gap="xs" mt={6}>
          {(previews.length === 0 ? unread : previews).map(({ covers, expression, scope, spares }) => (
            <Radio
              key={scope}
              value={scope}
              label={scopeTitles[scope]}
              description={expression === "" ? undefined : (
                <>
                  {/* Whole in its field: a long one leaves the choices on one screen. */}
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
                  <span style={{ overflowWrap: "anywhere" }}>{verb} {covers}; not {spares}.</span>
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

const unread = targetKinds.map((scope) => ({
  scope,
  expression: "",
  covers: "",
  spares: ""
}))
