import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import type { LabelledMessage } from "./LabelledMessage.ts"
import { minimalMail } from "./MinimalMail.ts"
import { answered, freePort, isInstalled, type Peer, sampled, scratch } from "./Peer.ts"

const settings = "/etc/spamassassin"

/** Training messages per label for its Bayes classifier, which takes 50 ms per message. */
const lessonsPerLabelMax = 3_000

/** Sends one request of the spamd protocol: `CHECK SPAMC/1.5`, with the response `Spam: True ; 5.1 / 5.0`. */
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

/** Writes its rules as installed, with the Bayes database in a separate folder. */
const writeSettings = (folder: string, isTaught: boolean): void => {
  for (const name of readdirSync(settings).filter((one) => one.endsWith(".pre"))) {
    copyFileSync(join(settings, name), join(folder, name))
  }
  writeFileSync(
    join(folder, "local.cf"),
    `use_bayes ${isTaught ? 1 : 0}\nbayes_path ${folder}/bayes\nbayes_file_mode 0666\nbayes_auto_learn 0\n`
  )
}

const teach = (folder: string, lessons: ReadonlyArray<LabelledMessage>): void => {
  for (const label of [true, false]) {
    const mails = join(folder, label ? "spam" : "ham")
    mkdirSync(mails)
    sampled(lessons.filter(({ spam }) => spam === label), lessonsPerLabelMax).forEach((message, at) =>
      writeFileSync(join(mails, `${at}.eml`), minimalMail(message, at))
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
 * Starts SpamAssassin without network tests, with its Bayes classifier trained on the same messages or off.
 *
 * @see https://spamassassin.apache.org/full/4.0.x/doc/spamd.html
 */
export const startSpamAssassin =
  (isTaught: boolean) => async (lessons: ReadonlyArray<LabelledMessage>): Promise<Peer | null> => {
    if (!isInstalled("spamd") || !isInstalled("sa-learn")) return null
    const { folder, remove } = scratch("spamassassin")
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
      await answered(() => check(port, "Subject: ready\r\n\r\nready\r\n"), 60)
    } catch (cause) {
      await stop()
      throw cause
    }
    return {
      name: isTaught ? "SpamAssassin + Bayes" : "SpamAssassin",
      limit: 5,
      score: (message, at) => check(port, minimalMail(message, at)),
      stop
    }
  }
