import { Fragment } from "react"
import classes from "./Pieces.module.css"

/** Where an address may go on on the next line: behind what divides it. */
const dividers = /(?<=[@/.?&=,:])(?![@/.?&=,:])/

/** Hyphens with what stands behind them, between which browsers would break. */
const hyphens = /(-+[^-]?)/

/**
 * An address or a command that goes on on the next line behind `@ / . ? & = , :` and between words, never at a hyphen: only what is
 * longer than the line is broken elsewhere. What is read aloud, searched and copied is the text itself.
 */
export const Pieces = ({ text }: { readonly text: string }) =>
  text.split(/(?<=\S)(?=\s)/).flatMap((word, at) =>
    word.split(dividers).map((piece, of) => (
      <Fragment key={`${at} ${of}`}>
        {of > 0 && <wbr />}
        {piece.split(hyphens).map((part, index) =>
          // What the pattern caught stands at every second place.
          index % 2 === 1 ? <span key={index} className={classes["joined"]}>{part}</span> : part
        )}
      </Fragment>
    ))
  )

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
