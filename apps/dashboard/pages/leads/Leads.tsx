import { Box, Flex, Group, Kbd, Select, Stack, Text } from "@mantine/core"
import { useEffect } from "react"
import { useLocation, useParams, useSearch } from "wouter"
import type { RequestId } from "../../../../core/kernel/Ids.ts"
import type { Answer } from "../../api/Client.ts"
import { usePages } from "../../api/Hooks.ts"
import { runsServer, useMe } from "../../api/Me.ts"
import { Empty } from "../../parts/page/Empty.tsx"
import { useKeys } from "../../parts/page/Keyboard.ts"
import { Page } from "../../parts/page/Page.tsx"
import { Beside } from "../../parts/tables/Beside.tsx"
import cards from "../../parts/tables/Cards.module.css"
import { type Column, Dash, DataTable } from "../../parts/tables/DataTable.tsx"
import { anyLabel, chosen, Filters, presenceOf, useFilters } from "../../parts/tables/Filters.tsx"
import { Code } from "../../parts/text/Code.tsx"
import { glossary } from "../../parts/text/Glossary.ts"
import { Instant, When } from "../../parts/text/Instant.tsx"
import { Count } from "../../parts/text/Numbers.tsx"
import { Coded, Pieces } from "../../parts/text/Pieces.tsx"
import { Verdict } from "../../parts/text/Verdict.tsx"
import { leadVerdictWords } from "../../shared/leads/VerdictWords.ts"
import { categoryTitle } from "../../shared/requests/CodeInWords.ts"
import { plainly, shortened } from "../../shared/requests/Subject.ts"
import { LeadPanel } from "./LeadPanel.tsx"
import { formOf, leadsAbout, noSender } from "./LeadWords.ts"
import { MarkBadge } from "./MarkBadge.tsx"
import { type Mark, useMark } from "./UseMark.ts"

const verdicts = [
  { value: "spam", label: "Spam" },
  { value: "review", label: glossary.toReview },
  { value: "clean", label: "Clean" }
]
const marks = [
  { value: "none", label: "Not marked" },
  { value: "any", label: "Marked" },
  { value: "spam", label: "Marked as spam" },
  { value: "ham", label: "Marked as not spam" }
]

/** Analysed leads, and what people say of them. */
const Leads = () => {
  const { id } = useParams<{ readonly id?: string }>()
  const [, navigate] = useLocation()
  const { server } = useMe()
  const [filters, setFilters] = useFilters("verdict", "mark")
  const leads = usePages("leads", "list", chosen(filters))
  const mark = useMark()
  const query = useSearch()
  const search = query === "" ? "" : `?${query}`
  const pathOf = (requestId: RequestId) => `/leads/${encodeURIComponent(requestId)}${search}`
  const at = leads.items.findIndex(({ requestId }) => requestId === id)
  const go = (to: number) => {
    const next = leads.items[to]
    if (next !== undefined) navigate(pathOf(next.requestId), { replace: true })
  }
  const say = (said: Mark) => {
    const lead = leads.items[at]
    if (lead !== undefined) mark(lead, said)
  }
  const keys = {
    j: () => go(at + 1),
    k: () => go(at - 1),
    s: () => say("spam"),
    h: () => say("ham"),
    u: () => say(null),
    Escape: () => navigate(`/leads${search}`)
  }
  useKeys(id === undefined ? {} : keys)
  // Whoever goes on by keyboard from a row stands on the row that is shown.
  useEffect(() => {
    if (document.activeElement?.matches("tr[tabindex]") === true) {
      document.querySelector<HTMLElement>("tr[data-open]")?.focus()
    }
  }, [id])
  const isFiltered = filters.verdict !== "" || filters.mark !== ""
  const presence = presenceOf(leads, isFiltered)
  return (
    <Page
      title="Leads"
      about={leadsAbout(server)}
      hasTimes
      isHeadQuiet={id !== undefined}
    >
      <Box {...id === undefined ? {} : { visibleFrom: "lg" }} {...presence === "none" ? { display: "none" } : {}}>
        <Filters of={presence}>
          <Select
            label="Verdict"
            placeholder={anyLabel}
            data={verdicts}
            value={filters.verdict || null}
            onChange={(verdict) => setFilters({ verdict })}
            clearable
            w={150}
          />
          <Select
            label="Mark"
            placeholder={anyLabel}
            data={marks}
            value={filters.mark || null}
            onChange={(said) => setFilters({ mark: said })}
            clearable
            w={180}
          />
          {(leads.items.length > 0 || presence === "unknown") && <Hint />}
        </Filters>
      </Box>
      <Group align="flex-start" gap="lg" wrap="nowrap">
        <Box flex={1} miw={0} {...id === undefined ? {} : { visibleFrom: "lg" }}>
          <DataTable
            label="Leads"
            rows={leads.items}
            idOf={({ requestId }) => requestId}
            isLoading={presence === "unknown" || leads.isLoading}
            failure={leads.failure}
            onRetry={leads.reload}
            hrefOf={({ requestId }) => pathOf(requestId)}
            openId={id}
            onKey={{
              s: (lead) => mark(lead, "spam"),
              h: (lead) => mark(lead, "ham"),
              u: (lead) => mark(lead, null),
              ...id === undefined ? {} : {
                j: () => go(at + 1),
                k: () => go(at - 1),
                ArrowDown: () => go(at + 1),
                ArrowUp: () => go(at - 1)
              }
            }}
            hasMore={leads.hasMore}
            isLoadingMore={leads.isLoadingMore}
            onMore={leads.loadMore}
            columns={id === undefined ? columns : columnsBeside}
            empty={isFiltered
              ? (
                <Empty
                  title="No such lead"
                  next={{ label: "Show all leads", onClick: () => setFilters({ verdict: null, mark: null }) }}
                >
                  {filters.verdict === ""
                    ? "Choose another mark."
                    : filters.mark === ""
                    ? "Choose another verdict."
                    : "Choose another verdict or mark."}
                </Empty>
              )
              : <NoLeads />}
          />
        </Box>
        {id !== undefined && (
          <Beside widest={560}>
            <LeadPanel
              key={id}
              id={id}
              onMark={mark}
              onClose={() => navigate(`/leads${search}`)}
              // Going back does not lead to what is gone.
              onForgotten={() => navigate(`/leads${search}`, { replace: true })}
              onNext={at >= 0 && at + 1 < leads.items.length ? () => go(at + 1) : null}
              onBefore={at > 0 ? () => go(at - 1) : null}
            />
          </Beside>
        )}
      </Group>
    </Page>
  )
}

type Lead = Answer<"leads", "list">["items"][number]

const From = ({ isTimed = false, lead }: { readonly lead: Lead; readonly isTimed?: boolean }) => {
  const { server } = useMe()
  return (
    <>
      {lead.sender === null
        ? <Text span inherit c="dimmed">{noSender(server)}</Text>
        : <Pieces text={shortened(plainly(lead.sender))} />}
      {isTimed && (
        <Text size="xs" c="dimmed">
          <Instant at={lead.at} isExact />
        </Text>
      )}
    </>
  )
}

const [onCard, inColumn] = [cards["onCard"] ?? "", cards["inColumn"] ?? ""]

/** On a card the risk stands beside it. */
const verdictOf: Column<Lead> = {
  title: "Verdict",
  of: ({ riskScore, verdict }) => (
    <Flex gap={8} align="baseline">
      <Verdict tone={leadVerdictWords[verdict].tone}>{leadVerdictWords[verdict].title}</Verdict>
      <Text span inherit className={onCard} style={{ whiteSpace: "nowrap" }}>
        Risk <Count value={riskScore} />
      </Text>
    </Flex>
  ),
  width: 105
}
const risk: Column<Lead> = {
  title: "Risk",
  of: ({ riskScore }) => <Count value={riskScore} />,
  isNumber: true,
  width: 60
}
const marked: Column<Lead> = { title: "Mark", of: (lead) => <MarkBadge mark={lead.mark} />, width: 115 }

/** Beside a lead: the panel tells the rest. */
const columnsBeside: ReadonlyArray<Column<Lead>> = [
  { title: "From", of: (lead) => <From lead={lead} isTimed />, isLong: true },
  verdictOf,
  risk,
  marked
]

const columns: ReadonlyArray<Column<Lead>> = [
  {
    title: "From",
    of: (lead) => <From lead={lead} />,
    isLong: true,
    width: 215,
    card: { line: 1, side: "start" }
  },
  { title: "Analysed", of: ({ at }) => <When at={at} />, width: 155, card: { line: 2, side: "end" } },
  {
    title: "Form",
    of: (lead) => formOf(lead) ?? <Dash />,
    isLong: true,
    width: 130,
    card: "none"
  },
  { ...verdictOf, card: { line: 2, side: "start" } },
  { ...risk, card: "none" },
  {
    title: "Noticed",
    of: (lead) => <Noticed lead={lead} />,
    isLong: true,
    card: { line: 3, side: "start" }
  },
  { ...marked, card: { line: 4, side: "start" } }
]

/** On a card the form stands before it. */
const Noticed = ({ lead }: { readonly lead: Lead }) => {
  const form = formOf(lead)
  const noticed = lead.categories.map(categoryTitle).join(", ")
  return (
    <>
      <span className={onCard}>{[form, noticed].filter((part) => part !== null && part !== "").join(" · ")}</span>
      <span className={inColumn}>{noticed === "" ? <Dash /> : noticed}</span>
    </>
  )
}

const Hint = () => (
  <Text size="xs" c="dimmed" visibleFrom="lg" pb={8}>
    <Kbd size="xs">j</Kbd> <Kbd size="xs">k</Kbd> next and before, <Kbd size="xs">s</Kbd> spam, <Kbd size="xs">h</Kbd>
    {" "}
    not spam, <Kbd size="xs">u</Kbd> takes the mark back
  </Text>
)

const howToKeep = ": GATEHOUSE_LEAD_MESSAGES=keep would keep them here, to learn from."

const NoLeads = () => {
  const me = useMe()
  const { member, server } = me
  return (
    <Empty
      title="No lead has been analysed yet"
      next={member.role === "reviewer" ? undefined : { label: "Try a lead", href: "/try/lead" }}
    >
      <Stack gap="xs">
        <span>
          Let your website's server ask Gatehouse about each message that your contact form takes. It is free.
        </span>
        <Code text={`POST ${server.baseUrl}/lead/analyze`} what="address to ask" />
        {!server.keepsLeadMessages && (
          <span>
            <Coded text={`This server does not keep their messages${runsServer(me) ? howToKeep : "."}`} />
          </span>
        )}
      </Stack>
    </Empty>
  )
}

export default Leads
