import { Verdict } from "../../parts/Verdict.tsx"

/** What a rule or an entry does. */
export const ActionBadge = ({ action }: { readonly action: "block" | "allow" }) => (
  <Verdict tone={action === "block" ? "bad" : "good"}>{action === "block" ? "Block" : "Allow"}</Verdict>
)
