import { Text } from "@mantine/core"
import { Dash } from "../../parts/Dash.tsx"
import { Verdict } from "../../parts/Verdict.tsx"

/** What people said of a lead. */
export const MarkBadge = ({ mark }: { readonly mark: "spam" | "ham" | null }) =>
  mark === null ? <Dash /> : (
    <>
      <Text span size="sm" hiddenFrom="sm" mr={6}>Marked</Text>
      <Verdict tone={mark === "spam" ? "bad" : "good"}>{mark === "spam" ? "Spam" : "Not spam"}</Verdict>
    </>
  )
