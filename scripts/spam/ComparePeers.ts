import { type LabeledMessage } from "./LabeledMessage.ts"
import { areaUnderCurve, recallAtFalseAlarms } from "./Metrics.ts"
import { type PeerFilter, sampleByLabel, type StartPeerFilter } from "./PeerFilter.ts"
import { startRspamd } from "./Rspamd.ts"
import { startSpamAssassin } from "./SpamAssassin.ts"

/** Results of a filter on a data set. */
export interface PeerFigures {
  readonly set: string
  readonly filter: string
  readonly spam: number
  readonly ordinary: number
  readonly auc: number | null
  readonly recallAtOnePercent: number | null
  /** Recall at the filter's own spam threshold. */
  readonly recall: number | null
  readonly falseAlarms: number
  readonly milliseconds: number
}

/** Maximum number of messages per data set and label. Some filters take 0.1 s per message. */
export const messagesPerLabelMax = 150

const starts: ReadonlyArray<readonly [name: string, start: StartPeerFilter]> = [
  ["SpamAssassin", startSpamAssassin(false)],
  ["SpamAssassin + Bayes", startSpamAssassin(true)],
  ["rspamd", startRspamd(false)],
  ["rspamd + Bayes", startRspamd(true)]
]

type ScoredPeer = Pick<PeerFilter, "name" | "score" | "limit">

const figuresOf = async (
  peer: ScoredPeer,
  set: string,
  messages: ReadonlyArray<LabeledMessage>
): Promise<PeerFigures> => {
  const scored: Array<{ readonly score: number; readonly spam: boolean }> = []
  const begin = performance.now()
  for (const [at, message] of messages.entries()) {
    scored.push({ score: await peer.score(message, at), spam: message.spam })
  }
  const milliseconds = (performance.now() - begin) / messages.length
  const spam = scored.filter((one) => one.spam)
  return {
    set,
    filter: peer.name,
    spam: spam.length,
    ordinary: scored.length - spam.length,
    auc: areaUnderCurve(scored),
    recallAtOnePercent: recallAtFalseAlarms(scored, 0.01),
    recall: spam.length === 0 ? null : spam.filter(({ score }) => score >= peer.limit).length / spam.length,
    falseAlarms: scored.filter((one) => !one.spam && one.score >= peer.limit).length,
    milliseconds
  }
}

/**
 * Evaluates our own models and every installed filter on the same messages.
 *
 * @param report receives the progress, and the names of missing filters
 */
export const comparePeers = async (
  lessons: ReadonlyArray<LabeledMessage>,
  tests: ReadonlyArray<LabeledMessage>,
  own: ReadonlyArray<ScoredPeer>,
  report: (text: string) => void
): Promise<ReadonlyArray<PeerFigures>> => {
  const bySet = [...Map.groupBy(tests, ({ source }) => source)].toSorted(([one], [other]) => one < other ? -1 : 1)
    .map(([set, messages]) => [set, sampleByLabel(messages, messagesPerLabelMax)] as const)
  const all = ["all", bySet.flatMap(([, messages]) => messages)] as const
  const found: Array<PeerFigures> = []
  const comparePeer = async (peer: ScoredPeer) => {
    for (const [set, messages] of [...bySet, all]) {
      report(`${peer.name}: ${set}`)
      found.push(await figuresOf(peer, set, messages))
    }
  }
  for (const peer of own) await comparePeer(peer)
  for (const [name, start] of starts) {
    report(`${name}: starting`)
    const peer = await start(lessons)
    if (peer === null) report(`${name} is not installed: not run`)
    else await comparePeer(peer).finally(peer.stop)
  }
  return found.toSorted((one, other) => one.set < other.set ? -1 : one.set > other.set ? 1 : 0)
}
