import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, expect, it } from "vitest"
import { waitUntilSettled } from "../../../scripts/screens/Views.ts"
import { startProgram } from "../../server/RunningProgram.ts"
import { copyBy } from "../SharedChromium.ts"
import { inDashboard, owner, takeLink } from "./Dashboard.ts"
import { problemsIn, setLook } from "./Looks.ts"
import type { Window } from "./Windows.ts"

interface Received {
  readonly headers: Record<string, string>
  readonly body: string
}

/** Receiver of webhooks, which fails until it is repaired. */
const startReceiver = async () => {
  const received: Array<Received> = []
  let status = 500
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const piece of request) body += piece
    received.push({ headers: request.headers as Record<string, string>, body })
    response.writeHead(status).end()
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    repair: () => void (status = 204),
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

const start = () => startProgram({ env: { GATEHOUSE_WEBHOOK_NETWORKS: "127.0.0.0/8" } })

inDashboard("webhooks", start, (dashboard) => {
  let mine: Window
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let secret = ""
  const endpointPath = async () => {
    const { endpoints: [endpoint] } = await (await mine.ask("GET", "/webhooks")).json()
    return `/settings/webhooks/${endpoint.id}`
  }
  beforeAll(async () => {
    receiver = await startReceiver()
    mine = await dashboard().visitor()
    await takeLink(mine, /Set up the dashboard: (\S+)/.exec(dashboard().gatehouse.output())![1]!, owner)
  })
  afterAll(() => receiver?.close())

  it("creates an endpoint by keyboard, explains what is missing, and shows the secret once", async () => {
    const { go, page } = mine
    await go("/settings/webhooks")
    await page.getByText("No webhook endpoints yet").waitFor()
    await page.keyboard.press("n")
    const form = page.getByRole("dialog", { name: "Create endpoint" })
    await form.getByRole("textbox", { name: "URL" }).fill("hooks.example.com")
    await page.keyboard.press("Enter")
    await form.getByText("Choose at least one event.").waitFor()
    const all = form.getByRole("checkbox", { name: "All events" })
    await expect.poll(() => all.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press("Space")
    expect(await form.getByRole("checkbox", { checked: true }).count()).toBe(10)
    for (const name of ["Checks", "Account", "Reported links", "Threat sources"]) {
      await form.getByRole("group", { name, exact: true }).waitFor()
    }
    await form.getByRole("checkbox", { name: "Low balance" }).uncheck()
    expect(await all.isChecked()).toBe(false)
    await form.getByRole("button", { name: "Create endpoint" }).click()
    await form.getByText("This is not a URL. It must begin with https:// and contain a host.").waitFor()
    await form.getByRole("textbox", { name: "URL" }).fill(receiver.url)
    await form.getByRole("textbox", { name: "Description" }).fill("Team chat")
    await page.keyboard.press("Enter")
    const dialog = page.getByRole("dialog", { name: "Endpoint created" })
    secret = await dialog.getByRole("region", { name: "signing secret" }).innerText()
    expect(secret).toMatch(/^whsec_/)
    expect(await copyBy(dialog.getByRole("button", { name: "Copy signing secret" }).first())).toBe(secret)
    const guide = await dialog.getByRole("link", { name: "Example code for receivers" }).getAttribute("href")
    const [path, anchor] = guide!.split("#")
    expect(await (await mine.context.request.get(path!)).text()).toContain(`id="${anchor}"`)
    await dialog.getByRole("checkbox").check()
    await dialog.getByRole("button", { name: "Done" }).click()
    await page.getByRole("heading", { name: "Team chat" }).waitFor()
    await page.getByText("No deliveries yet").waitFor()
    expect(await page.content()).not.toContain(secret)
  })

  it("shows a failed attempt of a test event, with its payload", async () => {
    const { page } = mine
    await page.getByRole("button", { name: "Send test event" }).click()
    const row = page.getByRole("row", { name: /Test event.*Pending.*The endpoint answered with status 500\./s })
    await row.waitFor()
    await page.getByText("Deliveries to this endpoint are failing").waitFor()
    await row.focus()
    await page.keyboard.press("Enter")
    const drawer = page.getByRole("dialog", { name: "Delivery" })
    await drawer.getByText(/Next attempt/).waitFor()
    expect(await drawer.getByRole("region", { name: "payload" }).count()).toBe(0)
    await drawer.getByRole("button", { name: "Show payload" }).click()
    expect(JSON.parse(await drawer.getByRole("region", { name: "payload" }).innerText())).toMatchObject({
      type: "webhook.test"
    })
  })

  it("resends the event, which the receiver verifies, and shows the result without a reload", async () => {
    const { page } = mine
    receiver.repair()
    const drawer = page.getByRole("dialog", { name: "Delivery" })
    await drawer.getByRole("button", { name: "Retry now" }).click()
    await drawer.getByText("Status 204").first().waitFor()
    await drawer.getByText("Delivered", { exact: true }).waitFor()
    await page.keyboard.press("Escape")
    await drawer.waitFor({ state: "hidden" })
    await page.getByRole("row", { name: /Test event.*Delivered.*Status 204/s }).waitFor()
    await page.getByText("Deliveries to this endpoint are failing").waitFor({ state: "hidden" })
    const sent = receiver.received.length
    await page.getByRole("button", { name: /^Resend: Test event/ }).click()
    await expect.poll(() => receiver.received.length).toBe(sent + 1)
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"])
    expect(new Set(ids).size).toBe(1)
    for (const { body, headers } of receiver.received) {
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: "webhook.test" })
    }
  })

  it("delivers an event of the dashboard itself, and filters deliveries by status", async () => {
    const { go, page } = mine
    await mine.ask("POST", "/keys", { name: "Shop", requestsPerMinute: 60 })
    await go(await endpointPath())
    await expect.poll(() => receiver.received.at(-1)?.body).toContain("key.created")
    await page.getByRole("row", { name: /API key created.*Delivered/s }).waitFor()
    await page.getByLabel("Status").selectOption("failed")
    await page.getByText("No matching deliveries").waitFor()
    await page.getByRole("button", { name: "Show all deliveries" }).click()
    await page.getByRole("row", { name: /API key created/ }).waitFor()
  })

  it("has no accessibility or layout problems with deliveries, settings and dialogs", async () => {
    const path = await endpointPath()
    const [delivery] = (await (await mine.ask("GET", "/webhook-deliveries")).json()).items
    const press = (name: string) => async () => {
      await mine.page.getByRole("main").getByRole("button", { name }).click()
      await mine.page.getByRole("dialog").waitFor()
    }
    const views = [
      { name: "list", path: "/settings/webhooks" },
      { name: "create", path: "/settings/webhooks", open: press("Create endpoint") },
      { name: "deliveries", path },
      { name: "delivery", path: `${path}?delivery=${delivery.id}` },
      { name: "settings", path: `${path}?tab=settings` },
      { name: "rotate", path: `${path}?tab=settings`, open: press("Create new secret") },
      { name: "unknown", path: "/settings/webhooks/whk_none" }
    ]
    expect(await problemsIn(mine, "dark, phone", views)).toEqual([])
    expect(await problemsIn(mine, "light, desktop", views)).toEqual([])
  })

  it("changes, rotates, disables and enables the endpoint", async () => {
    const { go, page } = mine
    await setLook(mine, "light, desktop")
    await go(`${await endpointPath()}?tab=settings`)
    await page.getByRole("textbox", { name: "Description" }).fill("Operations")
    await page.getByRole("checkbox", { name: "API key created" }).uncheck()
    await page.getByRole("button", { name: "Save endpoint" }).click()
    await page.getByRole("heading", { name: "Operations" }).waitFor()
    await page.getByRole("button", { name: "Create new secret" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Create secret" }).click()
    const dialog = page.getByRole("dialog", { name: "New secret created" })
    const next = await dialog.getByRole("region", { name: "signing secret" }).innerText()
    expect(next).not.toBe(secret)
    await dialog.getByRole("checkbox").check()
    await dialog.getByRole("button", { name: "Done" }).click()
    await page.getByText("Requests have two signatures").waitFor()
    await page.getByRole("button", { name: "Disable endpoint" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Disable endpoint" }).click()
    await page.getByText("This endpoint is disabled").waitFor()
    expect(await problemsIn(mine, "dark, phone", [{ name: "disabled", path: await endpointPath() }])).toEqual([])
    await setLook(mine, "light, desktop")
    expect(await page.getByRole("button", { name: "Send test event" }).count(), "what would be refused").toBe(0)
    await waitUntilSettled(page)
    expect(await page.getByRole("button", { name: /^Resend/ }).count(), "what would be refused").toBe(0)
    await page.getByRole("button", { name: "Enable endpoint" }).click()
    await page.getByRole("button", { name: "Send test event" }).waitFor()
    const { endpoints: [endpoint] } = await (await mine.ask("GET", "/webhooks")).json()
    expect(endpoint).toMatchObject({ description: "Operations", url: receiver.url, disabled: null })
    expect(endpoint.events).not.toContain("key.created")
  })

  it("deletes the endpoint after a confirmation", async () => {
    const { go, page } = mine
    await go(`${await endpointPath()}?tab=settings`)
    await page.getByRole("button", { name: "Delete endpoint" }).click()
    const dialog = page.getByRole("dialog", { name: "Delete Operations?" })
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await dialog.waitFor({ state: "hidden" })
    await page.getByRole("button", { name: "Delete endpoint" }).click()
    await dialog.getByRole("button", { name: "Delete endpoint" }).click()
    await page.getByText("No webhook endpoints yet").waitFor()
    expect((await (await mine.ask("GET", "/webhook-deliveries")).json()).items).toEqual([])
    expect(mine.faults).toEqual([])
  })
})
