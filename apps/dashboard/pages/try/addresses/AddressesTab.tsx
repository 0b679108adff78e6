import { SegmentedControl, Stack } from "@mantine/core"
import { useEffect } from "react"
import { useKeptState } from "../../../api/Kept.ts"
import { useFilters } from "../../../parts/tables/Filters.tsx"
import { AddressList } from "./AddressList.tsx"
import { OneAddress } from "./OneAddress.tsx"

/** One address, or a list of them. */
export const AddressesTab = () => {
  const [{ many }, set] = useFilters("many")
  const [isKept, keep] = useKeptState("addresses.many", false)
  const isList = many === "" ? isKept : many === "yes"
  // What a link chose stays chosen when the address says nothing more, as after another tab.
  useEffect(() => keep(isList), [isList, keep])
  return (
    <Stack>
      <SegmentedControl
        value={isList ? "yes" : "no"}
        onChange={(value) => {
          keep(value === "yes")
          set({ many: value === "yes" ? "yes" : null })
        }}
        data={[{ value: "no", label: "One address" }, { value: "yes", label: "A list" }]}
        aria-label="How many addresses"
        style={{ alignSelf: "flex-start" }}
      />
      {/* Both stay: a run goes on while somebody checks one address. */}
      <div hidden={isList}>
        <OneAddress />
      </div>
      <div hidden={!isList}>
        <AddressList />
      </div>
    </Stack>
  )
}
