import { Alert, Button, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core"
import { type FormEvent, useState } from "react"
import { ofAccount } from "../../api/AccountWords.ts"
import { useChange } from "../../api/Hooks.ts"
import { roleMeanings, roleNames, useMe } from "../../api/Me.ts"
import { Page } from "../../parts/Page.tsx"
import { NewPassword } from "../entry/NewPassword.tsx"
import { passwordStrength } from "../entry/PasswordStrength.ts"

/** A member's own name and password. */
const Profile = () => (
  <Page title="Profile">
    <Stack maw={560} gap="lg">
      <NameForm />
      <PasswordForm />
    </Stack>
  </Page>
)

export default Profile

const NameForm = () => {
  const { account, member } = useMe()
  const [name, setName] = useState(member.name)
  const rename = useChange("session", "rename", { says: "Your name is saved.", showsFailure: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.run({ payload: { name } })
  }
  return (
    <Paper withBorder p="lg" component="section" aria-label="You">
      <form onSubmit={submit}>
        <Stack>
          <Title order={2} size="h4">You</Title>
          <TextInput
            label="Name"
            description="Stands in the audit log beside what you do."
            autoComplete="name"
            maxLength={200}
            value={name}
            required
            withAsterisk={false}
            onChange={(event) => setName(event.currentTarget.value)}
            error={rename.fields["name"] ?? rename.failure?.message}
          />
          <div>
            <Text size="sm" fw={600}>Email address</Text>
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>{member.email}</Text>
            <Text size="xs" c="dimmed">You sign in with it. It cannot be changed.</Text>
          </div>
          <Text size="sm">
            <b>{roleNames[member.role]}</b>
            {ofAccount(account.name)}. <Text span c="dimmed">{roleMeanings[member.role]}</Text>
          </Text>
          <Group>
            <Button type="submit" loading={rename.isRunning} disabled={name === member.name}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

const PasswordForm = () => {
  const { member } = useMe()
  const [current, setCurrent] = useState("")
  const [next, setNext] = useState("")
  const change = useChange("session", "changePassword", {
    says: "Your password is changed. Your other sessions are ended.",
    showsFailure: true,
    after: () => {
      setCurrent("")
      setNext("")
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.run({ payload: { current, next } })
  }
  const { failure, fields } = change
  return (
    <Paper withBorder p="lg" component="section" aria-label="Password">
      <form onSubmit={submit}>
        <Stack>
          <Title order={2} size="h4">Password</Title>
          {failure && Object.keys(fields).length === 0 && <Alert color="red" role="alert">{failure.message}</Alert>}
          <input type="text" name="username" autoComplete="username" value={member.email} readOnly hidden />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            error={fields["current"]}
          />
          <NewPassword label="New password" owner={member} value={next} onChange={setNext} error={fields["next"]} />
          <Group>
            <Button
              type="submit"
              loading={change.isRunning}
              disabled={current === "" || !passwordStrength(next, member).isAllowed}
            >
              Change the password
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
