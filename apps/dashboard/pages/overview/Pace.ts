import { countText } from "../../parts/Formats.ts"
import { dayMillis } from "./Days.ts"

/** How much that is a day, as far as the range is over; of a day or less that says nothing. */
export const paceSaid = (sum: number, range: { readonly from: number; readonly to: number }, now: number): string => {
  const days = (Math.min(now, range.to) - range.from) / dayMillis
  if (sum === 0) return "None in the time shown."
  if (days <= 1) return "In the time shown."
  const pace = sum / days
  return pace < 1 ? "Less than one a day." : `About ${countText(Math.round(pace))} a day.`
}
