import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import { callApi, requestPath } from "../../../apps/dashboard/api/Client.ts"

const answers = (status: number, body?: unknown) => {
  const fetchMock = vi.fn((_path: string, _init: RequestInit) =>
    Promise.resolve(new Response(body === undefined ? null : JSON.stringify(body), { status }))
  )
  vi.stubGlobal("fetch", fetchMock)
  return fetchMock
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe("the client of the account API", () => {
  it("takes the method and path from the declaration and fills in the parameters", async () => {
    const fetchMock = answers(200, { id: "key_1" })
    await callApi("keys", "revoke", { params: { id: "a/b ?#" } })
    expect(fetchMock).toHaveBeenCalledOnce()
    const [path, init] = fetchMock.mock.calls[0]!
    expect(path).toBe("/dashboard/api/keys/a%2Fb%20%3F%23/revoke")
    expect(init.method).toBe("POST")
    expect(init.credentials).toBe("same-origin")
    expect(init.headers).toMatchObject({ "x-gatehouse-dashboard": "1" })
    expect(init.body).toBeUndefined()
  })

  it("sends a payload as JSON", async () => {
    const fetchMock = answers(200, {})
    await callApi("entry", "signIn", { payload: { email: "ann@example.com", password: "x" } })
    expect(fetchMock.mock.calls[0]![1].body).toBe("{\"email\":\"ann@example.com\",\"password\":\"x\"}")
    expect(fetchMock.mock.calls[0]![1].headers).toMatchObject({ "content-type": "application/json" })
  })

  it("omits absent parameters from the query", () => {
    expect(requestPath("requests", "list", { query: { text: "a&b=c", limit: 5 } })).toBe(
      "/dashboard/api/requests?text=a%26b%3Dc&limit=5"
    )
    expect(requestPath("requests", "list", { query: {} })).toBe("/dashboard/api/requests")
  })

  it("resolves to undefined if the response has no content", async () => {
    answers(204)
    expect(await callApi("entry", "signOut")).toBeUndefined()
  })

  it("rejects with the server's error message", async () => {
    answers(422, { _tag: "InvalidInput", message: "The name is empty.", fields: { name: "may not be empty." } })
    await expect(callApi("session", "rename", { payload: { name: "" } })).rejects.toEqual({
      _tag: "InvalidInput",
      message: "The name is empty.",
      fields: { name: "may not be empty." }
    })
  })

  it("reports every other failure as unreachable", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("<html>Bad gateway</html>", { status: 502 })))
    await expect(callApi("keys", "list")).rejects.toMatchObject({ _tag: "Unreachable" })
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")))
    await expect(callApi("keys", "list")).rejects.toMatchObject({ _tag: "Unreachable" })
    answers(500, { _tag: "Surprise", message: "Something else." })
    await expect(callApi("keys", "list")).rejects.toEqual({ _tag: "Unreachable", message: "Something else." })
  })
})
