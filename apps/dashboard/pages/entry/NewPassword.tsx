import { Group, PasswordInput, Progress, Stack, Text } from "@mantine/core"
import { passwordStrength } from "./PasswordStrength.ts"

interface Props {
  readonly label: string
  readonly value: string
  readonly error?: string | undefined
  /** Whose it will be: a password is not made of a name or an address. */
  readonly owner: { readonly name: string; readonly email: string }
  /** The first field of its form. */
  readonly isFirst?: boolean
  readonly onChange: (value: string) => void
}

const colours = ["gray", "red", "yellow", "accent", "accent"] as const
const bars = 4
/** So that an empty one is seen. */
const edge = { outline: "1px solid var(--control-edge)", outlineOffset: -1 }

/** A password that is being chosen, with how good it looks in words. */
export const NewPassword = ({ error, isFirst = false, label, onChange, owner, value }: Props) => {
  const { isAllowed, level, text } = passwordStrength(value, owner)
  return (
    <Stack gap={6}>
      <PasswordInput
        label={label}
        name="new-password"
        autoComplete="new-password"
        required
        autoFocus={isFirst}
        withAsterisk={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        aria-describedby="password-strength"
      />
      <Group gap={4} grow aria-hidden>
        {Array.from(
          { length: bars },
          (_, index) => (
            <Progress
              key={index}
              size={6}
              value={index < level ? 100 : 0}
              color={colours[level] ?? "gray"}
              style={edge}
            />
          )
        )}
      </Group>
      <Text size="xs" c="dimmed" id="password-strength" aria-live="polite">
        {/* What is wrong is said once. */}
        {error !== undefined && !isAllowed && value !== "" ? "" : text}
      </Text>
    </Stack>
  )
}
