import { afterEach, describe, expect, it, vi } from "vitest"
import { runCommand } from "../../../scripts/spam/Command.ts"
import { UnreadableMessage } from "../../../scripts/spam/ReadMessages.ts"

afterEach(() => {
  process.exitCode = undefined
  vi.restoreAllMocks()
})

describe("a command", () => {
  it("reports correctable errors in one line and exits with 1", async () => {
    const printError = vi.spyOn(console, "error").mockImplementation(() => {})
    await runCommand("", () => {
      throw new UnreadableMessage("a.tsv", 7, "spam or ham is needed")
    })
    expect(printError).toHaveBeenCalledWith("a.tsv:7: spam or ham is needed")
    expect(process.exitCode).toBe(1)
  })

  it("prints its help without any other effect", async () => {
    const print = vi.spyOn(console, "log").mockImplementation(() => {})
    const main = vi.fn()
    vi.spyOn(process, "argv", "get").mockReturnValue(["node", "train.ts", "--data", ".", "--help"])
    await runCommand("what it does", main)
    expect(print).toHaveBeenCalledExactlyOnceWith("what it does")
    expect(main).not.toHaveBeenCalled()
  })

  it("does not hide its own faults", async () => {
    await expect(runCommand("", () => Promise.reject(new RangeError("a fault")))).rejects.toThrow("a fault")
  })
})
