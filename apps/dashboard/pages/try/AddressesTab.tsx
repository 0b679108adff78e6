import { SegmentedControl, Stack } from "@mantine/core"
import { useFilters } from "../../parts/Filters.tsx"
import { AddressList } from "./AddressList.tsx"
import { OneAddress } from "./OneAddress.tsx"

/** One address, or a list of them. */
export const AddressesTab = () => {
  const [{ many }, set] = useFilters("many")
  const isList = many === "yes"
  return (
    <Stack>
      <SegmentedControl
        value={isList ? "yes" : "no"}
        onChange={(value) => set({ many: value === "yes" ? "yes" : null })}
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
