import { Text } from "@mantine/core"
import type { FileName } from "./FileSaid.ts"

/** A file by its name; of one that is masked its kind, and the start of its hash. */
export const FileTitle = ({ file: { hash, isMasked, title } }: { readonly file: FileName }) => (
  <>
    {title}
    {isMasked && hash !== null && <Text span inherit ff="monospace">{` ${hash}`}</Text>}
  </>
)
