import { Button, Group, Text } from "@mantine/core"
import { useState } from "react"
import { sessionDaysMax, sessionIdleHoursMax } from "../../../../core/members/sessions/MemberSession.ts"
import type { ApiResponse } from "../../api/Client.ts"
import { useApi, useApiMutation } from "../../api/Hooks.ts"
import { Confirm } from "../../parts/forms/Confirm.tsx"
import { EmptyState } from "../../parts/page/EmptyState.tsx"
import { Page } from "../../parts/page/Page.tsx"
import classes from "../../parts/tables/Cards.module.css"
import { type Column, DataTable } from "../../parts/tables/DataTable.tsx"
import { glossary } from "../../parts/text/Glossary.ts"
import { Instant } from "../../parts/text/Instant.tsx"
import { StatusBadge } from "../../parts/text/StatusBadge.tsx"

type Session = ApiResponse<"session", "sessions">[number]

const currentBadge = <StatusBadge tone="good">This browser</StatusBadge>

/** Page that lists the member's sessions. The member can end them there. */
const Sessions = () => {
  const sessions = useApi("session", "sessions")
  const [isConfirming, setConfirming] = useState(false)
  const revoke = useApiMutation("session", "revoke", { successMessage: "Session ended" })
  const revokeOthers = useApiMutation("session", "revokeOthers", {
    successMessage: ({ revoked }) => revoked === 1 ? "1 session ended" : `${revoked} sessions ended`,
    onSuccess: () => setConfirming(false)
  })
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent).length ?? 0
  return (
    <Page
      title="Sessions"
      description={`Browsers in which you are signed in. A session ends after ${sessionIdleHoursMax} hours without a request, and at most ${sessionDaysMax} days after sign-in. If you do not recognize a session, end it and change your password.`}
      actions={others > 0
        ? <Button variant="default" onClick={() => setConfirming(true)}>End all other sessions</Button>
        : undefined}
    >
      <DataTable
        label="Sessions"
        rows={sessions.data ?? []}
        idOf={({ id }) => id}
        isLoading={sessions.isLoading}
        failure={sessions.error}
        onRetry={() => void sessions.refetch()}
        empty={<EmptyState title="No sessions" />}
        skeletonRows={3}
        columns={sessionColumns(revoke.isRunning, (id) => revoke.run({ params: { id } }))}
      />
      <Confirm
        isOpen={isConfirming}
        title="End all other sessions?"
        actionLabel="End sessions"
        isRunning={revokeOthers.isRunning}
        onClose={() => setConfirming(false)}
        onConfirm={() => revokeOthers.run()}
      >
        You stay signed in here. All other browsers must sign in again.
      </Confirm>
    </Page>
  )
}

export default Sessions

const sessionColumns = (isRunning: boolean, onEnd: (id: string) => void): ReadonlyArray<Column<Session>> => [
  {
    title: "Browser",
    render: ({ isCurrent, userAgent }) => (
      <Group gap="xs" title={userAgent}>
        <Text size="sm" fw={600}>{browserName(userAgent)}</Text>
        {isCurrent && <span className={classes["inColumn"]}>{currentBadge}</span>}
      </Group>
    ),
    card: { line: 1, side: "start" }
  },
  {
    title: glossary.ipAddress,
    render: ({ address }) => <Text size="sm" ff="monospace">{address || "–"}</Text>,
    isLong: true,
    card: { line: 2, side: "start" }
  },
  {
    title: "Signed in",
    render: ({ createdAt }) => <Instant at={createdAt} />,
    card: "none"
  },
  {
    title: "Last seen",
    render: ({ lastSeenAt }) => <Instant at={lastSeenAt} />,
    card: { line: 3, side: "start", isTitled: true }
  },
  {
    title: "Expires",
    render: ({ expiresAt }) => <Instant at={expiresAt} />,
    card: { line: 4, side: "start", isTitled: true }
  },
  {
    title: "",
    render: ({ id, isCurrent, userAgent }) =>
      isCurrent ? <span className={classes["onCard"]}>{currentBadge}</span> : (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`End the session of ${browserName(userAgent)}`}
          loading={isRunning}
          onClick={() => onEnd(id)}
        >
          End session
        </Button>
      ),
    card: { line: 1, side: "end" }
  }
]

/** Patterns of browsers. The first match counts, because most browsers also name other browsers. */
const browsers: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/Chrome\/|\bCriOS\/|\bChromium\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^curl\//, "curl"]
]

const systems: ReadonlyArray<readonly [RegExp, string]> = [
  [/\biPhone\b|\biPad\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"]
]

/** Returns the browser and the system in common words: `Firefox on Windows`. Clients can send any User-Agent header. */
export const browserName = (userAgent: string): string => {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1]
  const system = systems.find(([sign]) => sign.test(userAgent))?.[1]
  if (system !== undefined) return `${browser ?? "Browser"} on ${system}`
  return browser ?? (userAgent.trim().slice(0, 40) || "Unknown")
}
