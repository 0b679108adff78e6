import { expect } from "vitest"
import { KeepAliveClient } from "./KeepAliveClient.ts"

export const contention = {
  /** Number of clients. Each sends one batch. */
  clients: 16,
  addresses: 100,
  /** Number of batches that the balance covers. */
  affordable: 5,
  /** Balance that remains. It does not cover another batch. */
  rest: 50
} as const

/** The account's balance before all clients send their batches. */
export const contendedCredits = contention.affordable * contention.addresses + contention.rest

/**
 * Sends the batches of all clients at once, spread over the ports.
 *
 * Checks that exactly as many as the balance covers succeed, and that the others are refused without a charge.
 */
export const contend = async (ports: ReadonlyArray<number>, apiKey: string, name: string): Promise<void> => {
  const replies = await Promise.all(Array.from({ length: contention.clients }, async (_, at) => {
    const client = new KeepAliveClient(ports[at % ports.length]!)
    const emails = Array.from({ length: contention.addresses }, (_, n) => `${name}.${at}.${n}@example-company.com`)
    const reply = await client.post("/scan/email/bulk", { "API-KEY": apiKey }, { emails })
    client.close()
    return reply!
  }))
  for (const { body, headers, status } of replies) {
    const answer = JSON.parse(body)
    if (status === 200) {
      expect(answer.results).toHaveLength(contention.addresses)
      expect(answer.errors).toEqual([])
      expect(headers.get("x-credits-charged")).toBe(String(contention.addresses))
    } else {
      expect(status).toBe(422)
      expect(answer).toEqual({ ok: false, message: expect.stringContaining("Not enough credits") })
      expect(headers.get("x-credits-charged")).toBe("0")
    }
  }
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(contention.affordable)
}
