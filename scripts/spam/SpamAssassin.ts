import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
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

const settings = "/etc/spamassassin"

/** Maximum training messages per label for the Bayes classifier, which takes 50 ms per message. */
const lessonsPerLabelMax = 3_000

/** Returns the score of a mail from spamd. The response to a `CHECK` request contains `Spam: True ; 5.1 / 5.0`. */
const check = (port: number, mail: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1")
    let answer = ""
    socket.setEncoding("utf8").setTimeout(60_000, () => socket.destroy(new Error("spamd does not answer")))
    socket.on("data", (part) => answer += part).on("error", reject).on("close", () => {
      const score = /^Spam: \w+ ; (-?[\d.]+) \//m.exec(answer)?.[1]
      if (score === undefined) reject(new Error(`spamd: ${answer}`))
      else resolve(Number(score))
    })
    socket.end(`CHECK SPAMC/1.5\r\nContent-length: ${Buffer.byteLength(mail)}\r\n\r\n${mail}`)
  })

/** Writes the installed `.pre` files and local settings, with the Bayes database in this folder. */
const writeSettings = (folder: string, isTaught: boolean): void => {
  for (const name of readdirSync(settings).filter((one) => one.endsWith(".pre"))) {
    copyFileSync(join(settings, name), join(folder, name))
  }
  writeFileSync(
    join(folder, "local.cf"),
    `use_bayes ${isTaught ? 1 : 0}\nbayes_path ${folder}/bayes\nbayes_file_mode 0666\nbayes_auto_learn 0\n`
  )
}

const teach = (folder: string, lessons: ReadonlyArray<LabeledMessage>): void => {
  for (const label of [true, false]) {
    const mails = join(folder, label ? "spam" : "ham")
    mkdirSync(mails)
    sampleByLabel(lessons.filter(({ spam }) => spam === label), lessonsPerLabelMax).forEach((message, at) =>
      writeFileSync(join(mails, `${at}.eml`), formatAsMail(message, at))
    )
    execFileSync("sa-learn", [label ? "--spam" : "--ham", "-L", "--no-sync", `--siteconfigpath=${folder}`, mails], {
      stdio: "ignore"
    })
  }
  execFileSync("sa-learn", ["--sync", "-L", `--siteconfigpath=${folder}`], { stdio: "ignore" })
  execFileSync("sh", ["-c", `chmod 666 ${folder}/bayes*`])
}

const ended = (process: ChildProcess): Promise<void> =>
  new Promise((resolve) => process.exitCode === null ? process.once("exit", () => resolve()) : resolve())

/**
 * Returns a function that starts SpamAssassin without network tests.
 *
 * @param isTaught whether to train SpamAssassin's Bayes classifier on the lessons, instead of turning it off
 * @see https://spamassassin.apache.org/full/4.0.x/doc/spamd.html
 */
export const startSpamAssassin =
  (isTaught: boolean) => async (lessons: ReadonlyArray<LabeledMessage>): Promise<PeerFilter | null> => {
    if (!isInstalled("spamd") || !isInstalled("sa-learn")) return null
    const { folder, remove } = makeScratchFolder("spamassassin")
    writeSettings(folder, isTaught)
    if (isTaught) teach(folder, lessons)
    const port = await freePort()
    const options = ["-L", "-x", "-m", "2", "--min-children=1", `--siteconfigpath=${folder}`, "-i", "127.0.0.1"]
    const server = spawn("spamd", [...options, "-p", String(port), "-s", "stderr"], { stdio: "ignore" })
    const stop = async () => {
      server.kill()
      await ended(server)
      remove()
    }
    try {
      await waitUntilReady(() => check(port, "Subject: ready\r\n\r\nready\r\n"), 60)
    } catch (cause) {
      await stop()
      throw cause
    }
    return {
      name: isTaught ? "SpamAssassin + Bayes" : "SpamAssassin",
      limit: 5,
      score: (message, at) => check(port, formatAsMail(message, at)),
      stop
    }
  }
