import classes from "./Pieces.module.css"

/** Where an address may go on on the next line: behind what divides it. */
const dividers = /(?<=[@/.?&=,:])(?![@/.?&=,:])/

/**
 * An address or a command that goes on on the next line behind `@ / . ? & = , :` and between words alone, never at a hyphen, unless one
 * piece is longer than the line. What is copied out of it is the text itself.
 */
export const Pieces = ({ text }: { readonly text: string }) =>
  text.split(/(\s+)/).map((word, at) =>
    // What divides words stands at every second place.
    at % 2 === 1 || !word.includes("-")
      ? word
      : word.split(dividers).map((piece, of) => <span key={`${at} ${of}`} className={classes["piece"]}>{piece}</span>)
  )
