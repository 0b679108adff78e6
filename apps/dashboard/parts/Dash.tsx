import { Text } from "@mantine/core"
import classes from "./Cards.module.css"

/** Nothing, where a column needs something; on a card nothing is nothing. */
export const Dash = () => <Text span size="sm" c="dimmed" className={classes["inColumn"] ?? ""}>–</Text>
