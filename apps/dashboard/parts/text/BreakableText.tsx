import { Fragment } from "react"
import classes from "./BreakableText.module.css"

/** Positions after separators, where an address may break. */
const breakPoints = /(?<=[@/.?&=,:])(?![@/.?&=,:])/

/** Hyphens with the next character. Browsers would break the line between them, so they are kept together. */
const hyphens = /(-+[^-]?)/

/**
 * Address or command that breaks between words and after `@ / . ? & = , :`, but never at a hyphen. A part that is
 * longer than the line can break anywhere. Screen readers, search and copying see the unchanged text.
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

/** Sentence whose commands (between backticks) and setting names are formatted as code. */
export const TextWithCode = ({ text }: { readonly text: string }) =>
  // `split` returns three items per match: the text before it and the two captured groups.
  text.split(code).map((segment, at) =>
    at % 3 === 0
      ? segment
      : segment && (
        <code key={at} className={classes["code"]}>
          <BreakableText text={segment} />
        </code>
      )
  )
