import { Alert } from "@mantine/core"
import { useApi } from "../../api/Hooks.ts"
import { countText } from "../../parts/text/Formats.ts"
import { TextLink } from "../../parts/text/TextLink.tsx"

/**
 * Notes next to an unlisted URL that the server has only the built-in test URLs and the blocklist. With `isHistorical`,
 * the text is about a stored request.
 */
export const BuiltInOnlyNotice = ({ isHistorical = false }: { readonly isHistorical?: boolean }) => {
  const sources = useApi("threats", "sources").data
  if (sources === undefined || !sources.every(({ kind }) => kind === "embedded")) return null
  const entries = sources.reduce((all, { entries }) => all + entries, 0)
  return (
    <Alert color="blue" role="note">
      {isHistorical ? "This server checks URLs" : "Checked"} only against {countText(entries)}{" "}
      built-in test URLs and your blocklist. No threat feeds are set up.{" "}
      <TextLink href="/threats/sources">View sources</TextLink>
    </Alert>
  )
}
