import { Text } from "@mantine/core"
import classes from "../../parts/tables/Cards.module.css"
import { Dash } from "../../parts/tables/DataTable.tsx"
import { Verdict } from "../../parts/text/Verdict.tsx"

/** What people said of a lead. */
export const MarkBadge = ({ mark }: { readonly mark: "spam" | "ham" | null }) =>
  mark === null ? <Dash /> : (
    <>
      <Text span size="sm" mr={6} className={classes["onCard"] ?? ""}>Marked</Text>
      <Verdict tone={mark === "spam" ? "bad" : "good"}>{mark === "spam" ? "Spam" : "Not spam"}</Verdict>
    </>
  )
