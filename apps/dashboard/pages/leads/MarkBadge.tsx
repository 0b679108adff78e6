import { Text } from "@mantine/core"
import { Verdict } from "../../parts/Verdict.tsx"

/** What people said of a lead. */
export const MarkBadge = ({ mark }: { readonly mark: "spam" | "ham" | null }) =>
  mark === null
    ? <Text span size="sm" c="dimmed">–</Text>
    : <Verdict tone={mark === "spam" ? "bad" : "good"}>{mark === "spam" ? "Spam" : "Not spam"}</Verdict>
