import { Alert, Button, Loader, Stack, Text, TextInput } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { Link, useLocation } from "wouter"
import { type Answer, ask } from "../../api/Client.ts"
import { useChange } from "../../api/Hooks.ts"
import { meKey } from "../../api/Queries.ts"
import { Failed } from "../../parts/Failed.tsx"
import { EntryFrame } from "./EntryFrame.tsx"
import { NewPassword } from "./NewPassword.tsx"
import { passwordStrength } from "./PasswordStrength.ts"
import { takeToken } from "./TakeToken.ts"

type PasswordLink = Answer<"entry", "readPasswordLink">

/** Somebody who has lost the password chooses another, by a link. */
const Reset = () => {
  const [taken] = useState(takeToken)
  const link = useQuery<PasswordLink>({
    queryKey: ["entry", "readPasswordLink", taken],
    queryFn: ({ signal }) => ask("entry", "readPasswordLink", { payload: { token: taken } }, signal),
    enabled: taken !== "",
    staleTime: Infinity
  })
  if (link.data !== undefined) return <ResetForm token={taken} link={link.data} />
  if (taken !== "" && link.isLoading) {
    return (
      <EntryFrame title="One moment">
        <Loader type="dots" aria-label="Loading" />
      </EntryFrame>
    )
  }
  const { error } = link
  // Of the link nothing is known then: it may be good in a moment.
  if (error !== null && error._tag !== "NotThere" && error._tag !== "Refused") {
    return (
      <EntryFrame title="One moment">
        <Failed failure={error} onRetry={() => void link.refetch()} />
      </EntryFrame>
    )
  }
  return (
    <EntryFrame title="This link does not work">
      <Stack>
        <Text size="sm">
          {error?.message ?? "The link is incomplete. Copy all of it, and open it again."}
        </Text>
        <Text size="sm" c="dimmed">
          Every link works once, and for a limited time. An owner of the account can make you another, and so can
          whoever runs the server.
        </Text>
        <Button component={Link} href="/sign-in" variant="default">To the sign-in</Button>
      </Stack>
    </EntryFrame>
  )
}

const ResetForm = ({ link, token }: { readonly link: PasswordLink; readonly token: string }) => {
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const [password, setPassword] = useState("")
  const reset = useChange("entry", "resetPassword", {
    showsFailure: true,
    refreshes: [],
    after: (me) => {
      queries.clear()
      queries.setQueryData(meKey, me)
      navigate("/", { replace: true })
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reset.run({ payload: { token, password } })
  }
  const { failure, fields } = reset
  return (
    <EntryFrame
      title="Choose a new password"
      about="You are signed in with it here, and signed out everywhere else."
    >
      <form onSubmit={submit}>
        <Stack>
          {failure && Object.keys(fields).length === 0 && <Alert color="red" role="alert">{failure.message}</Alert>}
          {/* Password managers keep the password with it. */}
          <TextInput
            label="Email address"
            type="email"
            name="email"
            autoComplete="username"
            readOnly
            variant="filled"
            value={link.email}
          />
          <NewPassword
            label="New password"
            isFirst
            owner={link}
            value={password}
            onChange={setPassword}
            error={fields["password"]}
          />
          <Button type="submit" loading={reset.isRunning} disabled={!passwordStrength(password, link).isAllowed}>
            Save and sign in
          </Button>
        </Stack>
      </form>
    </EntryFrame>
  )
}

export default Reset
