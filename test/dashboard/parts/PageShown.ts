import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { createElement, type FunctionComponent } from "react"
import { Router } from "wouter"
import { type Me, MeContext } from "../../../apps/dashboard/api/Me.ts"
import { shown } from "./Shown.ts"

const me: Me = {
  member: { id: "mem_1", name: "Ann", email: "ann@example.com", role: "owner" },
  account: { id: "acc_1", name: "Example", isOperator: true },
  server: {
    version: "1",
    baseUrl: "http://localhost",
    uploadBytesMax: 1,
    historySubjects: "masked",
    keepsLeadMessages: true,
    historyDaysMax: 30,
    hasDemo: true
  }
}

interface Given {
  readonly path: string
  /** Query of the page's URL. */
  readonly search?: string
  /** Cached responses by group and endpoint. The key of a paged list ends in `pages`. */
  readonly answers: ReadonlyArray<readonly [key: ReadonlyArray<string>, answer: unknown]>
  /** Whether the server has a demo; true by default. */
  readonly hasDemo?: boolean
}

/** Renders a whole page to HTML as an owner first sees it. Removes line break opportunities in addresses. */
export const pageShown = (Page: FunctionComponent, { answers, hasDemo = true, path, search = "" }: Given): string => {
  const client = new QueryClient()
  for (const [key, answer] of answers) {
    const initialData = key.at(-1) === "pages" ? { pages: [answer], pageParams: [null] } : answer
    client.setQueryDefaults(key, { initialData })
  }
  const place = { ssrPath: path, ssrSearch: search, children: createElement(Page) }
  const Whole = () =>
    createElement(
      QueryClientProvider,
      { client },
      createElement(
        MeContext,
        { value: { ...me, server: { ...me.server, hasDemo } } },
        createElement(Router, place)
      )
    )
  return shown(Whole, {}).replace(/<wbr\/>|<span class="[^"]*joined[^"]*">([^<]*)<\/span>/g, "$1")
}
