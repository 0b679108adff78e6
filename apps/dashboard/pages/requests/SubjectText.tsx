import { Text } from "@mantine/core"
import { shortened } from "./Subject.ts"
import { plainly } from "./Unseen.ts"

/** What a request was about, in a list; whole it stands in the detail. `none` is said where that is not kept. */
export const SubjectText = ({ none, text }: { readonly text: string | null; readonly none: string }) =>
  text === null
    ? <Text span inherit c="dimmed" lineClamp={2}>{plainly(none)}</Text>
    : <span>{shortened(plainly(text))}</span>
