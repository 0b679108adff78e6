import { DatabaseSync } from "node:sqlite"
import { describe, expect, it } from "vitest"
import { cliOnEmptyDatabase } from "./RunCli.ts"

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const defaults = {
  spam_detection: true,
  email_rules: true,
  disposable_emails: "allow",
  ip_rules: true,
  score_min: 0,
  degraded: "allow",
  degraded_per_minute: 20
}

describe("sites and their operator settings", () => {
  const { databaseFile, json, run } = cliOnEmptyDatabase()
  const site = async () => (await json("sites", "list")).json[0]

  it("are created with options, and for names of every kind", async () => {
    await json("migrate")
    await json("accounts", "create", "--name", "demo")
    const command =
      "sites create --name shop --hostname *.Example.com --hostname localhost --hostname ::1 --hostname 192.0.2.1"
    const options = "--spam-detection off --score-min 30 --disposable-emails reject"
    const { err, exitCode } = await json(...`${command} ${options}`.split(" "))
    expect({ err, exitCode }).toEqual({ err: "", exitCode: 0 })
    expect(await site()).toMatchObject({
      hostnames: ["*.example.com", "localhost", "[::1]", "192.0.2.1"],
      options: { ...defaults, spam_detection: false, score_min: 30, disposable_emails: "reject" }
    })
    for (
      const wrong of [
        "--hostname *.com",
        "--hostname a.com --score-min 101",
        "--hostname a.com --degraded-per-minute 0"
      ]
    ) {
      expect(await run(`sites create --name shop ${wrong}`.split(" ")), wrong).toMatchObject({ exitCode: 1, out: "" })
    }
    expect(await run("sites create --name x --hostname a.com --degraded never".split(" "))).toMatchObject({
      exitCode: 2
    })
  })

  it("are shown and changed, and omitted options keep their value", async () => {
    const before = await site()
    const { json: changed } = await json("sites", "change", before.id, "--email-rules", "off", "--ip-rules", "off")
    expect(changed).toEqual({ ...before, options: { ...before.options, email_rules: false, ip_rules: false } })
    const command =
      "--name store --hostname example.com --degraded limit --degraded-per-minute 5 --score-min 0 --spam-detection on"
    const { out } = await run(["sites", "change", before.id, ...command.split(" ")])
    expect(out).toMatch(/^degraded tokens +limit \(5 per minute\)$/m)
    expect((await json("sites", "show", before.id)).json).toEqual({
      ...changed,
      name: "store",
      hostnames: ["example.com"],
      created_at: iso,
      options: {
        ...changed.options,
        degraded: "limit",
        degraded_per_minute: 5,
        score_min: 0,
        spam_detection: true
      }
    })
    expect((await run(["sites", "show", before.id])).out).toMatch(/^minimum score +0 \(no rejections/m)
    expect(await run(["sites", "change", before.id])).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("Specify at least one change")
    })
    for (const command of ["show", "stats", "snippet"]) {
      expect(await run(["sites", command, "site_x"])).toMatchObject({
        exitCode: 1,
        err: "Site site_x does not exist.\n"
      })
    }
    expect(await run(["sites", "change", "site_x", "--score-min", "1"])).toMatchObject({ exitCode: 1 })
  })

  it("include the HTML for their pages", async () => {
    const { id, site_key: siteKey } = await site()
    const { out } = await run(["sites", "snippet", id, "--server", "https://gate.example.com/ignored?\"><b"])
    expect(out).toContain(`<div class="shield-widget" data-sitekey="${siteKey}"></div>`)
    expect(out).toContain("<script src=\"https://gate.example.com/shield/widget.js\" async></script>")
    expect((await json("sites", "snippet", id)).json).toMatchObject({
      site_key: siteKey,
      html: expect.stringContaining("src=\"http://127.0.0.1:8080/shield/widget.js\"")
    })
    expect(await run(["sites", "snippet", id, "--server", "ftp://x"])).toMatchObject({ exitCode: 2 })
  })

  it("show their traffic", async () => {
    const { id } = await site()
    const empty = await json("sites", "stats", id)
    expect(empty.json).toMatchObject({ site_id: id, issued: 0, solve_millis: { p50: null, p95: null }, countries: {} })
    expect((await run(["sites", "stats", id])).out).toMatch(/^solving time +-$/m)
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
    const counts = {
      issued: 1_200,
      solved: 600,
      "solveMillis:512": 500,
      "solveMillis:2048": 100,
      human: 500,
      "score:1": 50,
      "score:9": 450,
      "refused:expired": 3,
      "rejected:low score": 7,
      "rejected:honeypot": 9,
      "degraded:empty": 2,
      "country:DE": 400,
      "country:NL": 90
    }
    const db = new DatabaseSync(databaseFile)
    const insert = db.prepare("INSERT INTO shield_hours (site_id, hour, name, count) VALUES (?, ?, ?, ?)")
    for (const [name, count] of Object.entries(counts)) insert.run(id, hour - 3_600_000, name, count)
    insert.run(id, hour - 30 * 3_600_000, "issued", 5)
    insert.run("site_other", hour, "issued", 7)
    db.close()
    const { json: stats } = await json("sites", "stats", id)
    expect(stats).toEqual({
      site_id: id,
      from: iso,
      to: iso,
      issued: 1_200,
      solved: 600,
      human: 500,
      refused: { expired: 3 },
      rejected: { honeypot: 9, "low score": 7 },
      degraded: { empty: 2 },
      scores: [0, 50, 0, 0, 0, 0, 0, 0, 0, 450],
      solve_millis: { p50: 512, p95: 2_048 },
      countries: { DE: 400, NL: 90 }
    })
    expect((await json("sites", "stats", id, "--hours", "31")).json.issued).toBe(1_205)
    const { out } = await run(["sites", "stats", id])
    expect(out).toMatch(/^solved +600 \(50 %\)$/m)
    expect(out).toMatch(/^verifications rejected +16 \(honeypot 9, low score 7\)$/m)
    expect(out).toMatch(/^90 to 100 +450 {2}#{40}$/m)
    expect(out).toMatch(/^10 to {2}19 +50 {2}#{4}$/m)
    expect(out).toMatch(/^80 to {2}89 +0$/m)
    expect(await run(["sites", "stats", id, "--hours", "0"])).toMatchObject({ exitCode: 2 })
  })

  it("are found by ID or by a unique name", async () => {
    const { id } = await site()
    expect((await json("sites", "show", "store")).json.id).toBe(id)
    expect((await json("sites", "change", "store", "--score-min", "7")).json.options.score_min).toBe(7)
    expect((await json("sites", "rotate", "store")).json).toMatchObject({ id, live_secrets: 2 })
    expect((await json("sites", "rotate", "store", "--end-old")).json).toMatchObject({ id, live_secrets: 1 })
    expect((await json("sites", "stats", "store")).json.site_id).toBe(id)
    expect((await json("sites", "snippet", "store")).json.id).toBe(id)
    const { json: twin } = await json("sites", "create", "--name", "store", "--hostname", "b.com")
    expect(await run(["sites", "delete", "store"])).toMatchObject({
      exitCode: 1,
      err: "2 sites are named \"store\". Use the site ID instead.\n"
    })
    // A name that is another site's ID does not identify this site.
    await json("sites", "create", "--name", id, "--hostname", "c.com")
    expect((await json("sites", "show", id)).json.name).toBe("store")
    expect((await json("sites", "delete", twin.id)).json).toEqual({ id: twin.id, name: "store", deleted: true })
    expect((await run(["sites", "delete", "store"])).out).toMatch(/^store \(site_\w+\) is deleted\. /)
    expect(await run(["sites", "delete", "store"])).toMatchObject({ exitCode: 1, err: "Site store does not exist.\n" })
  })

  it("rotate their keys without breaking a form", async () => {
    expect((await json("shield", "keys", "list")).json).toEqual([])
    expect((await json("shield", "keys", "retire")).json).toEqual({ retired: 0, kept: null })
    const { json: first } = await json("shield", "keys", "add")
    expect(first).toEqual({ id: expect.stringMatching(/^[0-9a-z]{8}$/), created_at: iso })
    const { json: second } = await json("shield", "keys", "add")
    expect((await json("shield", "keys", "list")).json).toEqual([
      { ...second, state: "settling" },
      { ...first, state: "issues tokens" }
    ])
    const refused = await run(["shield", "keys", "retire"])
    expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining("--now") })
    const db = new DatabaseSync(databaseFile)
    db.exec("UPDATE key_ring SET created_at = created_at - 900000")
    db.close()
    expect((await run(["shield", "keys", "list"])).out).toMatch(new RegExp(`^${second.id} +issues tokens`, "m"))
    expect((await json("shield", "keys", "retire")).json).toEqual({ retired: 1, kept: second.id })
    const { json: third } = await json("shield", "keys", "add")
    expect((await json("shield", "keys", "retire", "--now")).json).toEqual({ retired: 1, kept: third.id })
    expect((await run(["shield", "keys", "list", "--json"])).out).not.toContain("secret")
  })
})
