import { Effect } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { acceptInvitation } from "../../core/members/administration/AcceptInvitation.ts"
import { resetPassword } from "../../core/members/password-changes/ResetPassword.ts"
import { Passwords } from "../../core/members/passwords/Passwords.ts"
import { authenticateSession } from "../../core/members/sessions/AuthenticateSession.ts"
import { runCommandLine } from "../support/CommandLine.ts"
import { layerSqlite, layerStorageSql } from "../support/Storages.ts"

const folder = mkdtempSync(join(tmpdir(), "gatehouse-members-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const filename = join(folder, "gatehouse.db")
const env = { DATABASE_URL: `sqlite:${filename}`, GATEHOUSE_PUBLIC_URL: "https://gate.example" }

const gatehouse = (...args: ReadonlyArray<string>) => runCommandLine(["members", ...args], env)
const json = async (...args: ReadonlyArray<string>) => {
  const { err, out } = await gatehouse(...args, "--json")
  return JSON.parse(out || err)
}

/** Runs an effect of the server on the database of the command line. */
const onServer = <A>(effect: Effect.Effect<A, unknown, any>): Promise<A> =>
  Effect.runPromise(
    effect.pipe(
      Effect.provideService(Passwords, {
        hash: (password) => Effect.succeed(`hash of ${password}`),
        verify: (password, hash) => Effect.succeed(hash === `hash of ${password}`),
        dummyHash: Effect.succeed("dummy")
      }),
      Effect.provide(layerStorageSql(layerSqlite(filename)))
    ) as Effect.Effect<A>
  )

const take = (link: string, email: string) =>
  onServer(acceptInvitation({
    token: link.split("#")[1]!,
    name: email.split("@")[0]!,
    email,
    password: "a goose on the roof",
    userAgent: "",
    address: "192.0.2.1"
  }))

const actor = `command line (${userInfo().username})`
const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

describe("gatehouse members", () => {
  it("start with a link that creates the first owner", async () => {
    await runCommandLine(["migrate"], env)
    await runCommandLine(["accounts", "create", "--name", "default"], env)
    expect((await gatehouse("list")).out).toBe(
      "There are no members yet. Run `gatehouse members set-up-link` and open the link.\n"
    )
    const { out } = await gatehouse("set-up-link")
    expect(out).toMatch(
      /^https:\/\/gate\.example\/dashboard\/join#[A-Za-z0-9_-]{43}\n\nThe link creates the first owner/
    )
    const { member } = await take(out.split("\n")[0]!, "ann@example.com")
    expect(await json("list")).toEqual({
      members: [{
        id: member.id,
        name: "ann",
        email: "ann@example.com",
        role: "owner",
        created_at: iso,
        last_seen_at: iso
      }],
      invitations: []
    })
    expect(await gatehouse("set-up-link")).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("gatehouse members invite --role owner")
    })
  })

  it("can be invited, changed, signed out and removed", async () => {
    const invited = await json("invite", "--role", "reviewer", "--email", "Ben@example.com")
    expect(invited).toEqual({
      id: expect.stringMatching(/^inv_/),
      email: "Ben@example.com",
      role: "reviewer",
      author: actor,
      created_at: iso,
      expires_at: iso,
      link: expect.stringMatching(/^https:\/\/gate\.example\/dashboard\/join#/)
    })
    expect((await gatehouse("list")).out).toMatch(/^inv_\S+ +Ben@example\.com +reviewer +command line/m)
    const { member: { id }, token } = await take(invited.link, "ben@example.com")
    expect((await gatehouse("role", id, "member")).out).toBe("ben <ben@example.com> is now a member.\n")
    expect((await gatehouse("list")).out).toMatch(/ben@example\.com +member/)
    expect((await gatehouse("sign-out", id)).out).toBe("1 session ended.\n")
    expect(await json("sign-out", id)).toEqual({ id, ended: 0 })
    expect(await onServer(authenticateSession(token))).toBe(null)
    expect(await json("remove", id)).toEqual({ id, removed: true })
    expect((await json("list")).members).toHaveLength(1)
    const { id: unwanted } = await json("invite", "--role", "owner")
    expect(await json("withdraw", unwanted)).toEqual({ id: unwanted, withdrawn: true })
    expect((await json("list")).invitations).toEqual([])
  })

  it("who lost the password reset it by a link, including the only owner", async () => {
    const [{ id }] = (await json("list")).members
    const { out } = await gatehouse("reset-password", " ANN@example.com")
    expect(out).toMatch(
      /^https:\/\/gate\.example\/dashboard\/reset#[A-Za-z0-9_-]{43}\n\nann <ann@example\.com> sets/
    )
    expect(out).toContain("expires in 30 minutes")
    const newer = await json("password-link", "ann@example.com")
    expect(newer).toEqual({
      id,
      email: "ann@example.com",
      link: expect.stringMatching(/^https:\/\/gate\.example\/dashboard\/reset#/),
      expires_at: iso
    })
    const use = (link: string) =>
      onServer(resetPassword({
        token: link.split("#")[1]!,
        password: "a heron in the reeds",
        userAgent: "",
        address: "192.0.2.1"
      }))
    await expect(use(out.split("\n")[0]!)).rejects.toThrow("no longer valid")
    expect((await use(newer.link)).member.id).toBe(id)
    expect((await json("audit", "--action", "password")).map(({ action, actor }: any) => [action, actor])).toEqual([
      ["password.reset", "ann <ann@example.com>"],
      ["password.link", actor],
      ["password.link", actor]
    ])
  })

  it("reject invalid changes", async () => {
    const [ann] = (await json("list")).members
    const refused = [
      [["role", ann.id, "member"], "The account needs at least one owner"],
      [["remove", ann.id], "The account needs at least one owner"],
      [["role", "mem_x", "owner"], "There is no member mem_x. Run `gatehouse members list` to see all members."],
      [["sign-out", "mem_x"], "There is no member mem_x. Run `gatehouse members list` to see all members."],
      [["withdraw", "inv_x"], "There is no such open invitation"],
      [["invite", "--role", "owner", "--email", "ann@example.com"], "A member with this email address already exists."],
      [["invite", "--role", "owner", "--email", "ann@example.com"], "`gatehouse members reset-password ADDRESS`"],
      [["reset-password", "eve@example.com"], "There is no member eve@example.com. Run `gatehouse members list`"],
      [["reset-password", "mem_x"], "There is no member mem_x"],
      [["invite", "--role", "owner", "--email", "ann"], "the @ is missing"]
    ] as const
    for (const [args, message] of refused) {
      expect(await gatehouse(...args), args.join(" ")).toMatchObject({
        exitCode: 1,
        err: expect.stringContaining(message)
      })
    }
    for (
      const args of [["reset-password"], ["role", ann.id, "king"], ["invite"], ["invite", "--role", "king"], [
        "audit",
        "--limit",
        "0"
      ]]
    ) {
      expect((await gatehouse(...args)).exitCode, args.join(" ")).toBe(2)
    }
  })

  it("leave a readable audit trail without secrets", async () => {
    const all = await json("audit")
    expect(all.map(({ action, actor }: any) => [action, actor])).toEqual([
      ["password.reset", "ann <ann@example.com>"],
      ["password.link", actor],
      ["password.link", actor],
      ["member.withdraw", actor],
      ["member.invite", actor],
      ["member.remove", actor],
      ["session.revoke", actor],
      ["member.role", actor],
      ["member.join", "ben <ben@example.com>"],
      ["member.invite", actor],
      ["set-up", "ann <ann@example.com>"]
    ])
    expect(JSON.stringify(all)).not.toMatch(/goose|#[A-Za-z0-9_-]{43}/)
    expect((await json("audit", "--action", "set-up"))[0]).toEqual({
      id: 1,
      at: iso,
      actor: "ann <ann@example.com>",
      member_id: expect.stringMatching(/^mem_/),
      action: "set-up",
      target: expect.stringMatching(/^mem_/),
      detail: "owner, invited by set-up",
      address: "192.0.2.1"
    })
    expect(await json("audit", "--limit", "2", "--before", "3")).toMatchObject([{ id: 2 }, { id: 1 }])
    expect((await gatehouse("audit", "--action", "key")).out).toBe("The audit log is empty.\n")
    expect((await gatehouse("audit", "--before", "1")).out).toBe("There are no entries before 1.\n")
    expect((await gatehouse("audit", "--action", "set-up")).out).toMatch(/^ID +AT +WHO +DID +TO +FROM +DETAIL\n +1 /)
  })
})
