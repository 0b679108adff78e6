import { Box, Group, TextInput } from "@mantine/core"
import { useDebouncedCallback } from "@mantine/hooks"
import { IconSearch } from "@tabler/icons-react"
import { type ReactNode, useEffect, useState } from "react"
import { useLocation, useSearch } from "wouter"
import type { Pages } from "../../api/Hooks.ts"

const typingMillis = 300

/**
 * What a view is narrowed to, kept in the query string, so that it can be linked to: `const [filters, set] = useFilters("status",
 * "text")`; `filters.status` is "" where it is not there; `set({ status: "4xx" })` changes some and keeps the rest.
 */
export const useFilters = <Name extends string>(...names: ReadonlyArray<Name>) => {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const params = new URLSearchParams(search)
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""])) as Readonly<
    Record<Name, string>
  >
  const set = (changes: Readonly<Partial<Record<Name, string | null>>>) => {
    const next = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries<string | null | undefined>(changes)) {
      if (value === null || value === undefined || value === "") next.delete(name)
      else next.set(name, value)
    }
    const text = next.toString()
    navigate(text === "" ? path : `${path}?${text}`, { replace: true })
  }
  return [values, set] as const
}

/** Those that are not empty: for the query of a request. */
export const chosen = <Name extends string>(
  values: Readonly<Record<Name, string>>
): Readonly<Partial<Record<Name, string>>> =>
  Object.fromEntries(Object.entries<string>(values).filter(([, value]) => value !== "")) as Partial<
    Record<Name, string>
  >

interface SearchProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** What is searched, for whoever does not see it, and in the empty field: `Search requests`. */
  readonly label: string
  /** In the empty field, in place of the label. */
  readonly placeholder?: string
  /** Whether the label stands above the field for everybody. */
  readonly isLabelSeen?: boolean
  /** Takes the room that the row has left. */
  readonly grows?: boolean
}

/** The page's search: `/` goes here, Esc leaves. It tells what was typed when the typing stops. */
export const SearchField = (
  { grows = false, isLabelSeen = false, label, onChange, placeholder = label, value }: SearchProps
) => {
  const [text, setText] = useState(value)
  const tell = useDebouncedCallback(onChange, typingMillis)
  useEffect(() => setText(value), [value])
  return (
    <TextInput
      type="search"
      {...isLabelSeen ? { label } : { "aria-label": label }}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} />}
      value={text}
      data-search
      {...grows ? { flex: "1 1 190px" } : { w: { base: "100%", xs: 280 } }}
      onChange={(event) => {
        setText(event.currentTarget.value)
        tell(event.currentTarget.value)
      }}
    />
  )
}

/** What a filter says that narrows nothing, on every page. */
export const anyLabel = "Any"

interface FiltersProps {
  /** Whether there is anything that they could narrow: without it they are not there. */
  readonly of?: Presence
  readonly children: ReactNode
}

/** A row of filters above a table. */
export const Filters = ({ children, of = "some" }: FiltersProps) => (
  <IfAny of={of}>
    <Group gap="sm" align="flex-end" role="search">{children}</Group>
  </IfAny>
)

/** Whether an account has anything of a kind; what is narrowed may leave nothing of it and is still some. */
export type Presence = "unknown" | "none" | "some"

/** Of a list, as far as it was asked for. A failure does not tell that there is nothing. */
export const presenceOf = (
  list: Pick<Pages<unknown>, "failure" | "hasMore" | "isLoading" | "isOfBefore" | "items">,
  isNarrowed: boolean
): Presence => {
  if (isNarrowed || list.items.length > 0 || list.hasMore || list.failure !== null) return "some"
  return list.isLoading || list.isOfBefore ? "unknown" : "none"
}

/** What is of use only where there is something; its place is kept until that is known, so that nothing jumps. */
export const IfAny = ({ children, of }: { readonly of: Presence; readonly children: ReactNode }) =>
  of === "none"
    ? null
    : <Box display="contents" {...of === "unknown" ? { style: { visibility: "hidden" } } : {}}>{children}</Box>
