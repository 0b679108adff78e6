import { Select } from "@mantine/core"

/** As the API takes days: null is for ever. */
export type Days = number | null

const choices = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
  { value: "never", label: "For ever" }
]

/** How long an entry holds. */
export const Expiry = ({ days, onChange }: { readonly days: Days; readonly onChange: (days: Days) => void }) => (
  <Select
    label="For how long"
    description="Most phishing pages are gone within weeks, and a name may then belong to somebody else."
    value={days === null ? "never" : String(days)}
    onChange={(value) => onChange(value === "never" || value === null ? null : Number(value))}
    data={choices}
    allowDeselect={false}
  />
)
