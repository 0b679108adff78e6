import { Text } from "@mantine/core"
import { plainly } from "./Unseen.ts"

/** Lines of a subject in a list: a URL may have thousands of characters. */
const linesMax = 3

/** What a request was about, in a list; whole it stands in the detail. */
export const SubjectText = ({ none = "–", text }: { readonly text: string | null; readonly none?: string }) =>
  text === null
    ? <Text span inherit c="dimmed">{none}</Text>
    : <Text span inherit lineClamp={linesMax}>{plainly(text)}</Text>
