import { Button, Center, Code, Stack, Text, Title } from "@mantine/core"
import { Component, type ReactNode } from "react"

interface State {
  readonly error: unknown
}

/** Catches what a page throws by mistake: the rest of the dashboard stays. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? "unknown" }
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    return (
      <Center py="xl" px="md">
        <Stack align="center" maw={520} role="alert">
          <Title order={1} size="h3">This page did not work</Title>
          <Text ta="center" c="dimmed">
            Reload it. If a new version was installed meanwhile, that brings it. If it fails again, tell whoever runs
            this server what stands below.
          </Text>
          <Code block maw="100%" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {messageOf(this.state.error)}
          </Code>
          <Button onClick={() => location.reload()}>Reload</Button>
        </Stack>
      </Center>
    )
  }
}

const messageOf = (error: unknown): string => error instanceof Error ? error.message : String(error)
