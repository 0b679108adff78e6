import { Anchor, Button, Group, Paper, Stack, Text, Title } from "@mantine/core"
import { IconArrowLeft } from "@tabler/icons-react"
import { Link, useSearch } from "wouter"
import { documentRatings } from "../../../../core/scoring/Bands.ts"
import type { ApiResponse } from "../../api/Client.ts"
import { useApi } from "../../api/Hooks.ts"
import { ScoreScale } from "../../parts/charts/ScoreScale.tsx"
import { Page } from "../../parts/page/Page.tsx"
import { CopyIconButton } from "../../parts/text/CopyButtons.tsx"
import { millisText } from "../../parts/text/Formats.ts"
import { Instant } from "../../parts/text/Instant.tsx"
import { describeFile, fileTitle, MaskingNote } from "../../shared/documents/FileName.tsx"
import { factsOf, ratingOf, scoreOf } from "../../shared/documents/Findings.ts"
import { Rating, ratingLabels } from "../../shared/documents/Rating.tsx"
import { ReasonList } from "../../shared/documents/ReasonList.tsx"
import { describeVerdict } from "../../shared/requests/DescribeVerdict.ts"
import { DetailSkeleton, FactTable, ItemUnavailable } from "../../shared/requests/Detail.tsx"
import { revealInvisible, shorten } from "../../shared/requests/Subject.ts"
import classes from "./Document.module.css"

type Detail = ApiResponse<"requests", "get">

/** Page of one scan: its score, and every finding with its location and meaning. */
export const DocumentDetail = ({ id }: { readonly id: string }) => {
  const search = useSearch()
  const found = useApi("requests", "get", { params: { id } })
  const back = `/documents${search === "" ? "" : `?${search}`}`
  const isCurrent = found.data?.request.requestId === id
  const file = found.data === undefined || !isCurrent
    ? null
    : describeFile({ subject: found.data.request.subject, facts: found.data.details?.facts ?? {} })
  return (
    <Page
      title={file === null ? "Document" : fileTitle(file)}
      description={
        <Anchor component={Link} href={back} size="sm">
          <Group gap={4} component="span">
            <IconArrowLeft size={14} aria-hidden />
            All documents
          </Group>
        </Anchor>
      }
      actions={<Button component={Link} href="/try">Scan a document</Button>}
    >
      {file?.isMasked === true && <MaskingNote />}
      {found.error !== null && !found.isPlaceholderData
        ? <ItemUnavailable what="Document" failure={found.error} onRetry={() => void found.refetch()} />
        : found.data === undefined || !isCurrent
        ? <DetailSkeleton />
        : <ScanDetail {...found.data} />}
    </Page>
  )
}

const ScanDetail = ({ details, request }: Detail) => {
  const score = details?.score ?? scoreOf(request.verdict)
  const rating = ratingOf(details?.score ?? null, request.verdict)
  const sentences = rating === null ? describeVerdict(request).sentences : [ratingLabels[rating].about]
  return (
    <div className={classes["whole"]} data-alone={details?.reasons.length ? undefined : true}>
      <Paper withBorder p="md" className={classes["score"] ?? ""}>
        <Stack gap="sm">
          <Group>
            <Rating rating={rating} />
          </Group>
          {score !== null && (
            <ScoreScale score={score} bands={documentRatings} labels={ratingLabels} label="Score (higher is safer)" />
          )}
          <Text size="sm">{sentences.join(" ")}</Text>
        </Stack>
      </Paper>
      <Stack gap="sm" component="section" className={classes["findings"] ?? ""}>
        <Title order={2} size="h4">Findings</Title>
        <Findings details={details} />
      </Stack>
      <Stack gap="sm" component="section" className={classes["scan"] ?? ""}>
        <Title order={2} size="h4">Scan details</Title>
        <ScanFacts details={details} request={request} />
      </Stack>
    </div>
  )
}

const Findings = ({ details }: { readonly details: Detail["details"] }) => {
  if (details === null || details.refusal !== undefined) {
    return <Text size="sm" c="dimmed">No findings are stored for this scan.</Text>
  }
  if (details.reasons.length === 0) return <Text size="sm" c="dimmed">No findings</Text>
  return (
    <>
      <Text size="sm" c="dimmed">
        Most severe first. The number in parentheses is the maximum that a finding can subtract from the score of 100.
      </Text>
      <ReasonList reasons={details.reasons} isDetailed level={3} />
    </>
  )
}

/** Reports whether the heading shows only a shortened name. */
const hasLongName = (subject: string | null): subject is string => subject !== null && shorten(subject) !== subject

const ScanFacts = ({ details, request }: Pick<Detail, "details" | "request">) => (
  <FactTable
    label="Scan details"
    rows={[
      ...hasLongName(request.subject) ? [{ label: "File name", value: revealInvisible(request.subject) }] : [],
      ...factsOf(details?.facts ?? {}).map(({ label, name, values }) => ({
        label,
        value: name === "file_hash"
          ? (
            <Group gap={4} wrap="nowrap" justify="space-between">
              <Text span inherit ff="monospace">{values[0]}</Text>
              <CopyIconButton text={values[0] ?? ""} what="hash" />
            </Group>
          )
          : name === "unique_domains"
          ? <Stack gap={2}>{values.map((value) => <span key={value}>{value}</span>)}</Stack>
          : values.join(", ")
      })),
      { label: "Scanned", value: <Instant at={request.at} isExact hasSeconds isZoned /> },
      { label: "Duration", value: millisText(request.millis) },
      {
        label: "Request",
        value: (
          <Anchor component={Link} href={`/requests/${request.requestId}`} size="sm">
            View request
          </Anchor>
        )
      }
    ]}
  />
)
