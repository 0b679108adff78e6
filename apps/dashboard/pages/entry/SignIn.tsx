import { Alert, Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import { useSearch } from "wouter"
import { useChange } from "../../api/Hooks.ts"
import { missing, useFields } from "../../parts/forms/Fields.tsx"
import { Failed } from "../../parts/page/Failed.tsx"
import { Coded } from "../../parts/text/Pieces.tsx"
import { EntryFrame } from "./EntryFrame.tsx"
import { hasSessionEnded, returnPath } from "./ReturnPath.ts"
import { useEnter } from "./UseEnter.ts"

/** Sign-in form. After success it opens the page that was requested. */
const SignIn = () => {
  const search = useSearch()
  const enter = useEnter()
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const signIn = useChange("entry", "signIn", {
    showsFailure: true,
    refreshes: [],
    after: (me) => enter(me, returnPath(search))
  })
  const { errors, form } = useFields({
    problems: {
      email: missing(email, "Type your email address."),
      password: password === "" ? "Type your password." : undefined
    },
    refused: signIn.fields,
    send: () => signIn.run({ payload: { email, password } })
  })
  return (
    <EntryFrame title="Sign in">
      <form {...form}>
        <Stack>
          {hasSessionEnded(search) && signIn.failure === null && (
            <Alert color="blue" role="status">
              Your session has ended. Sign in again, and you are back where you were.
            </Alert>
          )}
          {signIn.failure && <Failed failure={signIn.failure} />}
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
            Lost your password, or not a member yet? An owner can send you a link. Whoever runs the server makes one
            with <Coded text="`gatehouse members reset-password` or `gatehouse members invite`." />
          </Text>
        </Stack>
      </form>
    </EntryFrame>
  )
}

export default SignIn
