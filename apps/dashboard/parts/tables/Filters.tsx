import { Box, Group, TextInput } from "@mantine/core"
import { useDebouncedCallback } from "@mantine/hooks"
import { IconSearch } from "@tabler/icons-react"
import { type ReactNode, useEffect, useState } from "react"
import { useLocation, useSearch } from "wouter"
import type { PagedList } from "../../api/Hooks.ts"

const typingMillis = 300

/**
 * Returns the filters of a page and a function that changes them. The filters are in the query string, so that users
 * can link to them.
 *
 * After `const [filters, set] = useFilters("status", "text")`, `filters.status` is "" if absent. `set({ status: "4xx"
 * })` changes one filter and keeps the others.
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

/** Returns the nonempty filters, for the query of a request. */
export const activeFilters = <Name extends string>(
  values: Readonly<Record<Name, string>>
): Readonly<Partial<Record<Name, string>>> =>
  Object.fromEntries(Object.entries<string>(values).filter(([, value]) => value !== "")) as Partial<
    Record<Name, string>
  >

interface SearchProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Accessible name and placeholder of the field: `Search requests`. */
  readonly label: string
  /** Placeholder of the empty field; by default, the label. */
  readonly placeholder?: string
  /** Whether the label is visible above the field. */
  readonly isLabelVisible?: boolean
  /** Whether the field takes the remaining space of the row. */
  readonly grows?: boolean
}

/** Search field of the page: `/` focuses it and Esc leaves it. Calls `onChange` when typing pauses. */
export const SearchField = (
  { grows = false, isLabelVisible = false, label, onChange, placeholder = label, value }: SearchProps
) => {
  const [text, setText] = useState(value)
  const notifyChange = useDebouncedCallback(onChange, typingMillis)
  useEffect(() => setText(value), [value])
  return (
    <TextInput
      type="search"
      {...isLabelVisible ? { label } : { "aria-label": label }}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} />}
      value={text}
      data-search
      {...grows ? { flex: "1 1 190px" } : { w: { base: "100%", xs: 280 } }}
      onChange={(event) => {
        setText(event.currentTarget.value)
        notifyChange(event.currentTarget.value)
      }}
    />
  )
}

/** Label of the option that does not restrict the list. */
export const anyOptionLabel = "Any"

interface FiltersProps {
  /** Whether the unfiltered list has items. If it has none, the filters are hidden. */
  readonly of?: ListPresence
  readonly children: ReactNode
}

export const Filters = ({ children, of = "some" }: FiltersProps) => (
  <IfPresent of={of}>
    <Group gap="sm" align="flex-end" role="search">{children}</Group>
  </IfPresent>
)

/** Whether items exist, regardless of filters. */
export type ListPresence = "unknown" | "none" | "some"

/**
 * Derives whether items exist from a list that may be loading or filtered. A failure does not mean that no items exist.
 */
export const listPresenceOf = (
  list: Pick<PagedList<unknown>, "failure" | "hasMore" | "isLoading" | "isPlaceholder" | "items">,
  isNarrowed: boolean
): ListPresence => {
  if (isNarrowed || list.items.length > 0 || list.hasMore || list.failure !== null) return "some"
  return list.isLoading || list.isPlaceholder ? "unknown" : "none"
}

/**
 * Shows its children only if items exist. Until that is known, the children are invisible but keep their space, so that
 * nothing jumps.
 */
export const IfPresent = ({ children, of }: { readonly of: ListPresence; readonly children: ReactNode }) =>
  of === "none"
    ? null
    : <Box display="contents" {...of === "unknown" ? { style: { visibility: "hidden" } } : {}}>{children}</Box>
