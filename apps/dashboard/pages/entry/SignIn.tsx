import { Alert, Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import { useSearch } from "wouter"
import { useApiMutation } from "../../api/Hooks.ts"
import { requiredError, useForm } from "../../parts/forms/Form.tsx"
import { FailureAlert } from "../../parts/page/FailureAlert.tsx"
import { TextWithCode } from "../../parts/text/BreakableText.tsx"
import { EntryFrame } from "./EntryFrame.tsx"
import { hasSessionEnded, returnPath } from "./ReturnPath.ts"
import { useSignInAs } from "./UseSignInAs.ts"

/** Sign-in form. After sign-in, it opens the requested page. */
const SignIn = () => {
  const search = useSearch()
  const signInAs = useSignInAs()
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const signIn = useApiMutation("entry", "signIn", {
    handlesFailure: true,
    invalidates: [],
    onSuccess: (me) => signInAs(me, returnPath(search))
  })
  const { errors, form } = useForm({
    validation: {
      email: requiredError(email, "Enter your email address."),
      password: password === "" ? "Enter your password." : undefined
    },
    serverErrors: signIn.fields,
    submit: () => signIn.run({ payload: { email, password } })
  })
  return (
    <EntryFrame title="Sign in">
      <form {...form}>
        <Stack>
          {hasSessionEnded(search) && signIn.failure === null && (
            <Alert color="blue" role="status">
              Your session has ended. Sign in again to continue where you left off.
            </Alert>
          )}
          {signIn.failure && <FailureAlert failure={signIn.failure} />}
          <TextInput
            label="Email address"
            type="email"
            name="email"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={errors["email"]}
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={errors["password"]}
          />
          <Button type="submit" loading={signIn.isRunning}>Sign in</Button>
          <Text size="xs" c="dimmed">
            Forgot your password, or not a member yet? Ask an owner for a link. The operator of the server can create
            one with <TextWithCode text="`gatehouse members reset-password` or `gatehouse members invite`." />
          </Text>
        </Stack>
      </form>
    </EntryFrame>
  )
}

export default SignIn
