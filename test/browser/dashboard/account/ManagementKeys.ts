import { expect, it } from "vitest"
import { runShell } from "../RunShell.ts"
import type { Window } from "../Windows.ts"

export const managementKeyTests = (window: () => Window): void => {
  it("shows a new management key once, with a command that works", async () => {
    const { go, page } = window()
    await go("/settings/management-keys")
    await page.getByRole("button", { name: "Create management key" }).click()
    const form = page.getByRole("dialog", { name: "Create management key" })
    await form.getByLabel("Name").fill("Rule import")
    await form.getByRole("button", { name: "Create management key" }).click()
    await form.getByText("Give the key access to at least one area.").waitFor()
    await form.getByLabel("Access to Rules").selectOption("Read and change")
    await form.getByRole("button", { name: "Create management key" }).click()
    const dialog = page.getByRole("dialog", { name: "Your new management key" })
    const key = await dialog.getByRole("region", { name: "management key" }).innerText()
    const command = await dialog.getByRole("region", { name: "curl command" }).innerText()
    expect(key).toMatch(/^gh_manage_\w+$/)
    expect(Array.isArray(await runShell(command))).toBe(true)
    await dialog.getByRole("checkbox").check()
    await dialog.getByRole("button", { name: "Done" }).click()
    await page.getByRole("row", { name: /Rule import.*Active.*Rules/ }).waitFor()
    expect(await page.content()).not.toContain(key)
    await page.getByRole("button", { name: "Revoke key Rule import" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click()
    await page.getByRole("row", { name: /Rule import.*Revoked/ }).waitFor()
    expect(await runShell(command)).toMatchObject({ _tag: "SignInRequired" })
  })
}
