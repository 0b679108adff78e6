import { Button, Stack, TextInput } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { type ApiResponse, callApi } from "../../api/Client.ts"
import { useApiMutation } from "../../api/Hooks.ts"
import { useForm } from "../../parts/forms/Form.tsx"
import { FailureAlert } from "../../parts/page/FailureAlert.tsx"
import { EntryFrame } from "./EntryFrame.tsx"
import { LinkGate, takeToken } from "./LinkGate.tsx"
import { NewPassword, passwordError } from "./NewPassword.tsx"
import { useSignInAs } from "./UseSignInAs.ts"

type PasswordLink = ApiResponse<"entry", "readPasswordLink">

/** Page of a password reset link, where a member chooses a new password. */
const Reset = () => {
  const [token] = useState(takeToken)
  const link = useQuery<PasswordLink>({
    queryKey: ["entry", "readPasswordLink", token],
    queryFn: ({ signal }) => callApi("entry", "readPasswordLink", { payload: { token } }, signal),
    enabled: token !== "",
    staleTime: Infinity
  })
  return (
    <LinkGate
      token={token}
      link={link}
      advice="Ask an owner of the account or the operator of the server for a new link."
    >
      {(link) => <ResetForm token={token} link={link} />}
    </LinkGate>
  )
}

const ResetForm = ({ link, token }: { readonly link: PasswordLink; readonly token: string }) => {
  const signInAs = useSignInAs()
  const [password, setPassword] = useState("")
  const reset = useApiMutation("entry", "resetPassword", {
    handlesFailure: true,
    invalidates: [],
    onSuccess: (me) => signInAs(me)
  })
  const { failure, fields } = reset
  const { errors, form } = useForm({
    validation: { password: passwordError(password, link) },
    serverErrors: fields,
    submit: () => reset.run({ payload: { token, password } })
  })
  return (
    <EntryFrame
      title="Choose a new password"
      description="You are then signed in here and signed out everywhere else."
    >
      <form {...form}>
        <Stack>
          {failure && Object.keys(fields).length === 0 && <FailureAlert failure={failure} />}
          {/* Lets password managers associate the email address with the new password. */}
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
            error={errors["password"]}
          />
          <Button type="submit" loading={reset.isRunning}>Save password and sign in</Button>
        </Stack>
      </form>
    </EntryFrame>
  )
}

export default Reset
