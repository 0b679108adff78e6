import { Alert, Button, Loader, Stack, Text, TextInput } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { Link, useLocation } from "wouter"
import { accountTitle } from "../../api/AccountWords.ts"
import { type Answer, ask } from "../../api/Client.ts"
import { useChange } from "../../api/Hooks.ts"
import { roleMeanings, roleNames } from "../../api/Me.ts"
import { meKey } from "../../api/Queries.ts"
import { Failed } from "../../parts/Failed.tsx"
import { EntryFrame } from "./EntryFrame.tsx"
import { NewPassword } from "./NewPassword.tsx"
import { passwordStrength } from "./PasswordStrength.ts"
import { takeToken } from "./TakeToken.ts"

type Invitation = Answer<"entry", "readInvitation">

/** Somebody becomes a member by a link: the first owner of a new server, and everybody who is invited later. */
const Join = () => {
  const [taken] = useState(takeToken)
  const invitation = useQuery<Invitation>({
    queryKey: ["entry", "readInvitation", taken],
    queryFn: ({ signal }) => ask("entry", "readInvitation", { payload: { token: taken } }, signal),
    enabled: taken !== "",
    staleTime: Infinity
  })
  if (invitation.data !== undefined) return <JoinForm token={taken} invitation={invitation.data} />
  if (taken !== "" && invitation.isLoading) {
    return (
      <EntryFrame title="One moment">
        <Loader type="dots" aria-label="Loading" />
      </EntryFrame>
    )
  }
  const { error } = invitation
  // Of the link nothing is known then: it may be good in a moment.
  if (error !== null && error._tag !== "NotThere" && error._tag !== "Refused") {
    return (
      <EntryFrame title="One moment">
        <Failed failure={error} onRetry={() => void invitation.refetch()} />
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
          Every link works once, and for a limited time. Ask whoever sent it for a new one. If this is your own new
          server, it prints one with each start.
        </Text>
        <Button component={Link} href="/sign-in" variant="default">To the sign-in</Button>
      </Stack>
    </EntryFrame>
  )
}

const JoinForm = ({ invitation, token }: { readonly invitation: Invitation; readonly token: string }) => {
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const [name, setName] = useState("")
  const [email, setEmail] = useState(invitation.email ?? "")
  const [password, setPassword] = useState("")
  const accept = useChange("entry", "acceptInvitation", {
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
    accept.run({ payload: { token, name, email, password } })
  }
  const { failure, fields } = accept
  return (
    <EntryFrame
      title={invitation.isFirstRun
        ? "Set up the dashboard"
        : `Join ${accountTitle(invitation.accountName) ?? "the dashboard"}`}
      about={invitation.isFirstRun
        ? "You become the first owner of this server’s account. Others can be invited afterwards."
        : <>{roleNames[invitation.role]}: {roleMeanings[invitation.role]}</>}
    >
      <form onSubmit={submit}>
        <Stack>
          {failure && Object.keys(fields).length === 0 && <Alert color="red" role="alert">{failure.message}</Alert>}
          <TextInput
            label="Your name"
            name="name"
            autoComplete="name"
            required
            withAsterisk={false}
            autoFocus
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fields["name"]}
          />
          <TextInput
            label="Email address"
            description={invitation.email === null
              ? "You sign in with it. Gatehouse sends no mail."
              : "The invitation is for this address."}
            type="email"
            name="email"
            autoComplete="username"
            required
            withAsterisk={false}
            readOnly={invitation.email !== null}
            variant={invitation.email === null ? "default" : "filled"}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={fields["email"]}
          />
          <NewPassword
            label="Password"
            owner={{ name, email }}
            value={password}
            onChange={setPassword}
            error={fields["password"]}
          />
          <Button
            type="submit"
            loading={accept.isRunning}
            disabled={!passwordStrength(password, { name, email }).isAllowed}
          >
            {invitation.isFirstRun ? "Set up" : "Join"}
          </Button>
        </Stack>
      </form>
    </EntryFrame>
  )
}

export default Join
