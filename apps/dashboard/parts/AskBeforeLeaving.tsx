import { useEffect, useState } from "react"
import { Confirm } from "./Confirm.tsx"
import { useLeaveGuard } from "./LeaveGuard.ts"

/** Asks before somebody leaves what is changed and not saved, by a link, Back or the browser. */
export const AskBeforeLeaving = ({ isChanged }: { readonly isChanged: boolean }) => {
  const [isGone, setGone] = useState(false)
  const { go, stay } = useLeaveGuard(isChanged && !isGone)
  // Once the guard is down.
  useEffect(() => {
    if (isGone) go?.()
  }, [isGone, go])
  return (
    <Confirm
      isOpen={go !== null && !isGone}
      title="Leave without saving?"
      does="Leave without saving"
      onConfirm={() => setGone(true)}
      onClose={stay}
    >
      What you changed here is not saved, and is lost when you leave.
    </Confirm>
  )
}
