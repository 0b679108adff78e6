import { Button, Stack, TextInput } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { type ApiResponse, callApi } from "../../api/Client.ts"
import { useApiMutation } from "../../api/Hooks.ts"
import { accountTitle, roleDescriptions, roleNames } from "../../api/Me.ts"
import { emailError, requiredError, useForm } from "../../parts/forms/Form.tsx"
import { FailureAlert } from "../../parts/page/FailureAlert.tsx"
import { EntryFrame } from "./EntryFrame.tsx"
import { LinkGate, takeToken } from "./LinkGate.tsx"
import { NewPassword, passwordError } from "./NewPassword.tsx"
import { useSignInAs } from "./UseSignInAs.ts"

type Invitation = ApiResponse<"entry", "readInvitation">

/** Page of an invitation link. The first owner of a new server and all invited members register here. */
const Join = () => {
  const [token] = useState(takeToken)
  const invitation = useQuery<Invitation>({
    queryKey: ["entry", "readInvitation", token],
    queryFn: ({ signal }) => callApi("entry", "readInvitation", { payload: { token } }, signal),
    enabled: token !== "",
    staleTime: Infinity
  })
  return (
    <LinkGate
      token={token}
      link={invitation}
      advice="Ask the sender for a new link. Until the first owner joins, a new server prints a link at every start."
    >
      {(invitation) => <JoinForm token={token} invitation={invitation} />}
    </LinkGate>
  )
}

const JoinForm = ({ invitation, token }: { readonly invitation: Invitation; readonly token: string }) => {
  const signInAs = useSignInAs()
  const [name, setName] = useState("")
  const [email, setEmail] = useState(invitation.email ?? "")
  const [password, setPassword] = useState("")
  const accept = useApiMutation("entry", "acceptInvitation", {
    handlesFailure: true,
    invalidates: [],
    onSuccess: (me) => signInAs(me)
  })
  const { failure, fields } = accept
  const { errors, form } = useForm({
    validation: {
      name: requiredError(name, "Enter your name."),
      email: emailError(email),
      password: passwordError(password, { name, email })
    },
    serverErrors: fields,
    submit: () => accept.run({ payload: { token, name, email, password } })
  })
  return (
    <EntryFrame
      title={invitation.isFirstRun
        ? "Set up the dashboard"
        : `Join ${accountTitle(invitation.accountName) ?? "the dashboard"}`}
      description={invitation.isFirstRun
        ? "You become the first owner of this server's account. You can invite others later."
        : <>{roleNames[invitation.role]}: {roleDescriptions[invitation.role]}</>}
    >
      <form {...form}>
        <Stack>
          {failure && Object.keys(fields).length === 0 && <FailureAlert failure={failure} />}
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
            error={errors["name"]}
          />
          <TextInput
            label="Email address"
            description={invitation.email === null
              ? "You use it to sign in. Gatehouse sends no email."
              : "The invitation is for this address only."}
            type="email"
            name="email"
            autoComplete="username"
            required
            withAsterisk={false}
            readOnly={invitation.email !== null}
            variant={invitation.email === null ? "default" : "filled"}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={errors["email"]}
          />
          <NewPassword
            label="Password"
            owner={{ name, email }}
            value={password}
            onChange={setPassword}
            error={errors["password"]}
          />
          <Button type="submit" loading={accept.isRunning}>
            {invitation.isFirstRun ? "Set up dashboard" : "Join account"}
          </Button>
        </Stack>
      </form>
    </EntryFrame>
  )
}

export default Join
