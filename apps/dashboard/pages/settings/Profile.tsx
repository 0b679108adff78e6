import { Button, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core"
import { useState } from "react"
import { useApiMutation } from "../../api/Hooks.ts"
import { accountSuffix, roleDescriptions, roleNames, useMe } from "../../api/Me.ts"
import { requiredError, useForm } from "../../parts/forms/Form.tsx"
import { FormFailure } from "../../parts/page/FailureAlert.tsx"
import { Page } from "../../parts/page/Page.tsx"
import { NewPassword, passwordError } from "../entry/NewPassword.tsx"

/** Page with the name and the password of the signed-in member. */
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
  const rename = useApiMutation("session", "rename", { successMessage: "Name saved", handlesFailure: true })
  const { errors, form } = useForm({
    validation: { name: name === member.name ? "This is already your name." : requiredError(name, "Enter your name.") },
    serverErrors: rename.fields,
    submit: () => rename.run({ payload: { name } })
  })
  return (
    <Paper withBorder p="lg" component="section" aria-label="Your profile">
      <form {...form}>
        <Stack>
          <Title order={2} size="h4">Your profile</Title>
          <TextInput
            label="Name"
            description="Shown in the audit log next to your actions"
            autoComplete="name"
            maxLength={200}
            value={name}
            required
            withAsterisk={false}
            onChange={(event) => setName(event.currentTarget.value)}
            error={errors["name"]}
          />
          <div>
            <Text size="sm" fw={600}>Email address</Text>
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>{member.email}</Text>
            <Text size="xs" c="dimmed">You use it to sign in. It cannot be changed.</Text>
          </div>
          <Text size="sm">
            <b>{roleNames[member.role]}</b>
            {accountSuffix(account.name)}. <Text span c="dimmed">{roleDescriptions[member.role]}</Text>
          </Text>
          <FormFailure failure={rename.failure} />
          <Group>
            <Button type="submit" loading={rename.isRunning}>Save name</Button>
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
  const change = useApiMutation("session", "changePassword", {
    successMessage: "Password changed. Your other sessions have ended.",
    handlesFailure: true,
    onSuccess: () => {
      setCurrent("")
      setNext("")
    }
  })
  const { errors, form } = useForm({
    validation: { current: requiredError(current, "Enter your current password."), next: passwordError(next, member) },
    serverErrors: change.fields,
    submit: () => change.run({ payload: { current, next } })
  })
  return (
    <Paper withBorder p="lg" component="section" aria-label="Password">
      <form {...form}>
        <Stack>
          <Title order={2} size="h4">Password</Title>
          <input type="text" name="username" autoComplete="username" value={member.email} readOnly hidden />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            error={errors["current"]}
          />
          <NewPassword label="New password" owner={member} value={next} onChange={setNext} error={errors["next"]} />
          <FormFailure failure={change.failure} />
          <Group>
            <Button type="submit" loading={change.isRunning}>Change password</Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
