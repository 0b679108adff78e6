import { useApi } from "../../api/Hooks.ts"
import { useRemembered } from "../../api/Remembered.ts"
import { countDone, stepsCount, type StepsDone, stepsDone } from "./StepsDone.ts"

export interface FirstStepsShown {
  /** Null: nothing is to be shown, since all is done, or was hidden, or is not known. */
  readonly done: StepsDone | null
  /** It is not known yet whether anything is. */
  readonly isLoading: boolean
  readonly setHidden: (isHidden: boolean) => void
}

/** How far a new account is, until all is done or the member has hidden it. */
export const useFirstSteps = (): FirstStepsShown => {
  const [isHidden, setHidden] = useRemembered("first-steps-hidden")
  const enabled = !isHidden
  const keys = useApi("keys", "list", undefined, { enabled })
  const sites = useApi("sites", "list", undefined, { enabled })
  const requests = useApi("requests", "list", { query: { limit: 1 } }, { enabled })
  if (isHidden) return { done: null, isLoading: false, setHidden }
  if (keys.data === undefined || sites.data === undefined || requests.data === undefined) {
    return { done: null, isLoading: [keys, sites, requests].every(({ error }) => error === null), setHidden }
  }
  const done = stepsDone({ keys: keys.data, sites: sites.data, requests: requests.data })
  return { done: countDone(done) === stepsCount ? null : done, isLoading: false, setHidden }
}
