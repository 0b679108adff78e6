import { type LabelledMessage } from "./LabelledMessage.ts"
import { areaUnderCurve, recallAtFalseAlarms } from "./Metrics.ts"
import { type Peer, sampled, type StartPeer } from "./Peer.ts"
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
  /** At the filter's own threshold for spam. */
  readonly recall: number | null
  readonly falseAlarms: number
  readonly milliseconds: number
}

/** Maximum messages per set and label for each filter, because some filters take a tenth of a second per message. */
export const messagesPerLabelMax = 150

const starts: ReadonlyArray<readonly [name: string, start: StartPeer]> = [
  ["SpamAssassin", startSpamAssassin(false)],
  ["SpamAssassin + Bayes", startSpamAssassin(true)],
  ["rspamd", startRspamd(false)],
  ["rspamd + Bayes", startRspamd(true)]
]

type ScoredPeer = Pick<Peer, "name" | "score" | "limit">

const figuresOf = async (
  peer: ScoredPeer,
  set: string,
  messages: ReadonlyArray<LabelledMessage>
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

/** Evaluates our model and every installed filter on the same messages. Reports missing filters to `tell`. */
export const comparePeers = async (
  lessons: ReadonlyArray<LabelledMessage>,
  tests: ReadonlyArray<LabelledMessage>,
  own: ReadonlyArray<ScoredPeer>,
  report: (text: string) => void
): Promise<ReadonlyArray<PeerFigures>> => {
  const bySet = [...Map.groupBy(tests, ({ source }) => source)].toSorted(([one], [other]) => one < other ? -1 : 1)
    .map(([set, messages]) => [set, sampled(messages, messagesPerLabelMax)] as const)
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
