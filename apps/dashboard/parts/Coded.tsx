import classes from "./Coded.module.css"
import { Pieces } from "./Pieces.tsx"

/** Between backticks, or the name of a setting with or without what it is set to. */
const code = /`([^`]+)`|\b(GATEHOUSE_[A-Z_]*[A-Z](?:=[\w.,-]*\w)?)/

/** A sentence whose commands (between backticks) and names of settings are set in code. */
export const Coded = ({ text }: { readonly text: string }) =>
  // What the pattern caught stands in the second and third of every three places.
  text.split(code).map((piece, at) =>
    at % 3 === 0
      ? piece
      : piece && (
        <code key={at} className={classes["code"]}>
          <Pieces text={piece} />
        </code>
      )
  )
