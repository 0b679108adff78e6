import { Fragment } from "react"
import classes from "./BreakableText.module.css"

/** Separators after which an address may break. */
const breakPoints = /(?<=[@/.?&=,:])(?![@/.?&=,:])/

/** Hyphens with the next character, between which browsers would break. */
const hyphens = /(-+[^-]?)/

/**
 * An address or a command that breaks after `@ / . ? & = , :` and between words, never at a hyphen. Other breaks occur only in a part
 * longer than the line. Screen readers, search and copying see the unchanged text.
 */
export const BreakableText = ({ text }: { readonly text: string }) =>
  text.split(/(?<=\S)(?=\s)/).flatMap((word, at) =>
    word.split(breakPoints).map((segment, of) => (
      <Fragment key={`${at} ${of}`}>
        {of > 0 && <wbr />}
        {segment.split(hyphens).map((part, index) =>
          // `split` puts the captured parts at odd indexes.
          index % 2 === 1 ? <span key={index} className={classes["joined"]}>{part}</span> : part
        )}
      </Fragment>
    ))
  )

/** Text between backticks, or the name of a setting with an optional value. */
const code = /`([^`]+)`|\b(GATEHOUSE_[A-Z_]*[A-Z](?:=[\w.,-]*\w)?)/

/** A sentence with its commands (in backticks) and setting names formatted as code. */
export const TextWithCode = ({ text }: { readonly text: string }) =>
  // `split` puts the captured texts at the second and third of every three indexes.
  text.split(code).map((segment, at) =>
    at % 3 === 0
      ? segment
      : segment && (
        <code key={at} className={classes["code"]}>
          <BreakableText text={segment} />
        </code>
      )
  )
