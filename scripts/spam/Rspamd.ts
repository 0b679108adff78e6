import { spawn } from "node:child_process"
import { cpSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { LabeledMessage } from "./LabeledMessage.ts"
import { formatAsMail } from "./MinimalMail.ts"
import {
  freePort,
  isInstalled,
  makeScratchFolder,
  type PeerFilter,
  sampleByLabel,
  waitUntilReady
} from "./PeerFilter.ts"

const settings = "/etc/rspamd"

/** Modules to disable, because they would access a network or Redis. */
const online = [
  "arc",
  "asn",
  "dkim",
  "dmarc",
  "fuzzy_check",
  "greylist",
  "hfilter",
  "history_redis",
  "neural",
  "ratelimit",
  "rbl",
  "replies",
  "reputation",
  "spf",
  "url_redirector",
  "bayes_expiry",
  "known_senders",
  "maillist",
  "metadata_exporter"
]

/** Maximum training messages per label for the Bayes classifier, which needs at least 200 per label. */
const lessonsPerLabelMax = 3_000

const classifier = (folder: string) =>
  `classifier "bayes" {
  tokenizer { name = "osb"; }
  backend = "sqlite3";
  min_tokens = 11;
  min_learns = 200;
  cache { type = "sqlite3"; path = "${folder}/db/cache.sqlite"; }
  statfile { symbol = "BAYES_HAM"; path = "${folder}/db/ham.sqlite"; spam = false; }
  statfile { symbol = "BAYES_SPAM"; path = "${folder}/db/spam.sqlite"; spam = true; }
}
`

const writeSettings = (folder: string, port: number, controller: number): void => {
  const config = join(folder, "etc")
  cpSync(settings, config, { recursive: true })
  mkdirSync(join(folder, "db"))
  const override = (name: string, text: string) => writeFileSync(join(config, "override.d", name), text)
  for (const name of online) override(`${name}.conf`, "enabled = false;\n")
  override("worker-normal.inc", `bind_socket = "127.0.0.1:${port}";\ncount = 2;\n`)
  override("worker-controller.inc", `bind_socket = "127.0.0.1:${controller}";\nsecure_ip = "127.0.0.1";\n`)
  override("worker-proxy.inc", "enabled = false;\n")
  override("worker-fuzzy.inc", "enabled = false;\n")
  override("logging.inc", `type = "file";\nfilename = "${folder}/rspamd.log";\nlevel = "error";\n`)
  override("options.inc", `dns { nameserver = ["127.0.0.1:9"]; timeout = 0.01s; retransmits = 1; }\n`)
  override("statistic.conf", classifier(folder))
}

const postMail = async (url: string, mail: string): Promise<Record<string, unknown>> => {
  const answer = await fetch(url, { method: "POST", body: mail, signal: AbortSignal.timeout(30_000) })
  return await answer.json() as Record<string, unknown>
}

const teach = async (controller: number, lessons: ReadonlyArray<LabeledMessage>): Promise<void> => {
  let at = 0
  for (const message of sampleByLabel(lessons, lessonsPerLabelMax)) {
    const url = `http://127.0.0.1:${controller}/${message.spam ? "learnspam" : "learnham"}`
    await postMail(url, formatAsMail(message, at++)).catch(() => ({}))
  }
}

/**
 * Returns a function that starts Rspamd without network access.
 *
 * @param isTaught whether to train Rspamd's Bayes classifier on the lessons
 * @see https://rspamd.com/doc/architecture/protocol.html
 */
export const startRspamd =
  (isTaught: boolean) => async (lessons: ReadonlyArray<LabeledMessage>): Promise<PeerFilter | null> => {
    if (!isInstalled("rspamd")) return null
    const { folder, remove } = makeScratchFolder("rspamd")
    const [port, controller] = [await freePort(), await freePort()]
    writeSettings(folder, port, controller)
    const names = [`CONFDIR=${folder}/etc`, `LOCAL_CONFDIR=${folder}/etc`, `DBDIR=${folder}/db`, `RUNDIR=${folder}/db`]
    const variables = names.flatMap((name) => ["--var", name])
    const server = spawn("rspamd", ["-f", "-i", "-c", `${folder}/etc/rspamd.conf`, ...variables], { stdio: "ignore" })
    const stop = async () => {
      const exited = new Promise((resolve) => server.once("exit", resolve))
      if (server.exitCode === null && server.kill()) await exited
      remove()
    }
    const score = async (mail: string): Promise<number> => {
      const answer = await postMail(`http://127.0.0.1:${port}/checkv2`, mail)
      if (typeof answer["score"] !== "number") throw new Error(`rspamd: ${JSON.stringify(answer)}`)
      return answer["score"]
    }
    try {
      await waitUntilReady(() => score("Subject: ready\r\n\r\nready\r\n"), 60)
      if (isTaught) await teach(controller, lessons)
    } catch (cause) {
      await stop()
      throw cause
    }
    return {
      name: isTaught ? "rspamd + Bayes" : "rspamd",
      limit: 15,
      score: (message, at) => score(formatAsMail(message, at)),
      stop
    }
  }
