import { describe, expect, it } from "vitest"
import { cliOnEmptyDatabase } from "./RunCli.ts"

const url = "https://hooks.example.com/gatehouse"

describe("webhooks on the command line", () => {
  const cli = cliOnEmptyDatabase()
  const { run } = cli
  const json = async (...args: ReadonlyArray<string>): Promise<any> => (await cli.json(...args)).json

  it("are created, changed, rotated, tested, resent and deleted", async () => {
    await json("migrate")
    await json("accounts", "create", "--name", "demo")
    expect(await run(["webhooks", "list"])).toMatchObject({ out: expect.stringContaining("no webhook endpoints yet") })
    const made = await json("webhooks", "create", "--url", url, "--event", "lead.spam", "--event", "key.created")
    expect(made).toMatchObject({
      id: expect.stringMatching(/^whk_/),
      url,
      events: ["lead.spam", "key.created"],
      enabled: true,
      secret: expect.stringMatching(/^whsec_/)
    })
    const { id } = made
    const { secret: _, ...shown } = made
    expect(await json("webhooks", "list")).toEqual([shown])
    expect((await run(["webhooks", "list"])).out).not.toContain("whsec_")

    const key = await json("keys", "create", "--name", "website")
    const [delivery] = await json("webhooks", "deliveries")
    expect(delivery).toMatchObject({ endpoint_id: id, event: "key.created", state: "pending", attempts: [] })
    expect(JSON.parse(delivery.payload).data).toMatchObject({ key_id: key.id, requests_per_minute: 60 })
    expect(await json("webhooks", "resend", String(delivery.id))).toMatchObject({ event_id: delivery.event_id })
    expect((await run(["webhooks", "test", id])).out).toContain(`webhooks deliveries --endpoint ${id}`)
    const ofTest = await json(
      "webhooks",
      "deliveries",
      "--event",
      "webhook.test",
      "--endpoint",
      id,
      "--state",
      "pending"
    )
    expect(ofTest).toHaveLength(1)
    expect(await json("webhooks", "deliveries", "--state", "failed")).toEqual([])
    expect((await run(["webhooks", "deliveries"])).out).toMatch(/key\.created +pending +0/)

    const rotated = await run(["webhooks", "rotate-secret", id])
    expect(rotated.out).toMatch(/whsec_[^]*also signed with the previous secret for 24 hours/)
    expect(rotated.out).not.toContain(made.secret)
    expect((await json("webhooks", "rotate-secret", id, "--end-old")).previous_secret_expires_at).toBe(null)

    const changed = await json(
      "webhooks",
      "update",
      id,
      "--url",
      "https://new.example.com/",
      "--event",
      "lead.spam",
      "--description",
      "chat",
      "--enabled",
      "off"
    )
    expect(changed).toMatchObject({
      url: "https://new.example.com/",
      events: ["lead.spam"],
      description: "chat",
      enabled: false,
      disabled_reason: "manual"
    })
    expect(await json("webhooks", "deliveries", "--state", "failed")).toHaveLength(2)
    expect(await run(["webhooks", "test", id])).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("Enable it")
    })
    expect((await run(["webhooks", "list"])).out).toContain("disabled (manual)")
    expect(await json("webhooks", "update", id, "--enabled", "on")).toMatchObject({ enabled: true, disabled_at: null })

    expect(await json("webhooks", "delete", id)).toEqual({ id, url: "https://new.example.com/", deleted: true })
    expect(await json("webhooks", "list")).toEqual([])
    const actions = (await json("members", "audit", "--action", "webhook")).map(({ action }: { action: string }) =>
      action
    )
    expect(actions).toEqual([
      "webhook.remove",
      "webhook.enable",
      "webhook.disable",
      "webhook.change",
      "webhook.rotate",
      "webhook.rotate",
      "webhook.test",
      "webhook.resend",
      "webhook.create"
    ])
  })

  it("are refused with a reason", async () => {
    const refusal = async (...args: ReadonlyArray<string>) => {
      const { err, exitCode } = await run(["webhooks", ...args])
      expect(exitCode).toBe(1)
      return err
    }
    expect(await refusal("create", "--url", "http://hooks.example.com/", "--event", "lead.spam")).toContain("https://")
    expect(await refusal("create", "--url", url, "--event", "lead.ham")).toContain("There is no event lead.ham.")
    expect(await refusal("delete", "whk_none")).toContain("There is no webhook endpoint whk_none.")
    expect(await refusal("resend", "99")).toContain("There is no webhook delivery 99.")
  })
})
