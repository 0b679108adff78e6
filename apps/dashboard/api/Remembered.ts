import { useLocalStorage } from "@mantine/hooks"
import { useMe } from "./Me.ts"

/** Whether a member has said yes to something, under a name; remembered in this browser, for that member alone. */
export const useRemembered = (name: string) => {
  const [is, set] = useLocalStorage<boolean>({
    key: `gatehouse-${name}-${useMe().member.id}`,
    defaultValue: false,
    // At once, so that nothing is shown that goes again.
    getInitialValueInEffect: false
  })
  return [is, set] as const
}
