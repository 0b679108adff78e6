import { SegmentedControl, Stack } from "@mantine/core"
import { useEffect } from "react"
import { useSessionState } from "../../../api/SessionStore.ts"
import { useFilters } from "../../../parts/tables/Filters.tsx"
import { AddressList } from "./AddressList.tsx"
import { SingleAddress } from "./SingleAddress.tsx"

/** Tab that checks one address, or a list of addresses. */
export const AddressesTab = () => {
  const [{ many }, set] = useFilters("many")
  const [isKept, keep] = useSessionState("addresses.many", false)
  const isList = many === "" ? isKept : many === "yes"
  // Remembers the choice from the URL, because the URL loses it when the user switches tabs.
  useEffect(() => keep(isList), [isList, keep])
  return (
    <Stack>
      <SegmentedControl
        value={isList ? "yes" : "no"}
        onChange={(value) => {
          keep(value === "yes")
          set({ many: value === "yes" ? "yes" : null })
        }}
        data={[{ value: "no", label: "One address" }, { value: "yes", label: "List" }]}
        aria-label="Number of addresses"
        style={{ alignSelf: "flex-start" }}
      />
      {/* Both forms stay mounted, so that a run continues while the user checks a single address. */}
      <div hidden={isList}>
        <SingleAddress />
      </div>
      <div hidden={!isList}>
        <AddressList />
      </div>
    </Stack>
  )
}
