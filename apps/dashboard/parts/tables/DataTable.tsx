import { Box, Button, Center, Paper, Skeleton, Text, VisuallyHidden } from "@mantine/core"
import {
  type KeyboardEvent as RowKeyEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState
} from "react"
import { Link, useLocation } from "wouter"
import type { Failure } from "../../api/Failure.ts"
import { FailureAlert } from "../page/FailureAlert.tsx"
import { isDialogOpen } from "../page/Keyboard.ts"
import classes from "../Parts.module.css"
import cards from "./Cards.module.css"
import opening from "./Opens.module.css"

export interface Column<Row> {
  /** Column heading; empty for a column of buttons. On a phone it precedes the value. */
  readonly title: string
  /** Explanation in the heading cell, such as the direction of a score. */
  readonly hint?: string
  readonly render: (row: Row) => ReactNode
  /** Whether the column is right-aligned and uses tabular figures. */
  readonly isNumber?: boolean
  /** Whether the text can break anywhere, as in URLs and hashes. */
  readonly isLong?: boolean
  readonly width?: number | string
  /**
   * Position of the column on the card that replaces a row on a phone. `none` omits the column. Either all columns of a
   * table set `card`, or none of them.
   */
  readonly card?: CardPosition | "none"
}

export interface CardPosition {
  readonly line: number
  /** Side of the line. `act` is a third column at the end of the card, for an icon button. */
  readonly side: "start" | "end" | "act"
  readonly isTitled?: boolean
}

interface Props<Row> {
  /** Accessible name of the table, for example `Requests`. */
  readonly label: string
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly idOf: (row: Row) => string | number
  readonly isLoading?: boolean
  readonly failure?: Failure | null
  readonly onRetry?: () => void
  /** Content that replaces an empty table: an `EmptyState`. */
  readonly empty: ReactNode
  /**
   * Returns the dashboard path that a row opens. The row's first cell becomes a link, and Enter or a click opens the
   * path.
   */
  readonly hrefOf?: (row: Row) => string
  /** Opens a row on Enter or a click. Ignored if `hrefOf` is set. */
  readonly onOpen?: (row: Row) => void
  /** Additional shortcuts on a row: `{ s: markAsSpam }`. */
  readonly onKey?: Readonly<Record<string, (row: Row) => void>>
  /** Id of the row whose details are open next to the table. */
  readonly openId?: string | number | undefined
  readonly hasMore?: boolean
  readonly isLoadingMore?: boolean
  readonly onMore?: () => void
  readonly skeletonRows?: number
}

/**
 * Table with keyboard navigation. The keys j, k, arrow keys, Home and End move between rows, and Enter opens the row.
 * The header is sticky. On a phone, rows become cards. Pass the result of `usePagedList`:
 * `rows={pages.items} isLoading={pages.isLoading} failure={pages.failure} hasMore={pages.hasMore} …`
 */
export const DataTable = <Row extends object>(props: Props<Row>) => {
  const { columns, empty, failure, hasMore, hrefOf, idOf, isLoading, label, onKey, rows } = props
  const [, navigate] = useLocation()
  const { body, current, moveTo, setActive } = useActiveRow(rows.length, props.openId !== undefined)
  const open = hrefOf === undefined ? props.onOpen : (row: Row) => navigate(hrefOf(row))

  if (failure && rows.length === 0) {
    return <FailureAlert failure={failure} {...props.onRetry === undefined ? {} : { onRetry: props.onRetry }} />
  }
  if (isLoading) return <TableSkeleton label={label} rows={props.skeletonRows ?? 8} />
  if (rows.length === 0) return <Paper withBorder>{empty}</Paper>

  const onKeyDown = (event: RowKeyEvent<HTMLTableRowElement>, row: Row, index: number) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const own = onKey?.[event.key]
    const keyActions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => moveTo(index + 1),
      j: () => moveTo(index + 1),
      ArrowUp: () => moveTo(index - 1),
      k: () => moveTo(index - 1),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
      Enter: () => open?.(row)
    }
    const acts = own === undefined ? keyActions[event.key] : () => own(row)
    if (acts === undefined) return
    event.preventDefault()
    acts()
  }
  return (
    <Paper withBorder className={classes["frame"] ?? ""}>
      <table
        className={classes["table"]}
        aria-label={label}
        role="table"
        data-placed={columns.some(({ card }) => card !== undefined) || undefined}
        data-acts={columns.some(isActionColumn) || undefined}
      >
        <TableHead columns={columns} />
        <tbody ref={body} role="rowgroup">
          {rows.map((row, index) => (
            <tr
              key={idOf(row)}
              role="row"
              tabIndex={index === current ? 0 : -1}
              data-open={idOf(row) === props.openId || undefined}
              className={open === undefined ? undefined : `${classes["opens"]} ${opening["opens"]}`}
              onFocus={() => setActive(index)}
              onKeyDown={(event) => onKeyDown(event, row, index)}
              onClick={open === undefined ? undefined : (event) => isPlainClick(event) && open(row)}
            >
              <Cells columns={columns} row={row} href={hrefOf?.(row)} />
            </tr>
          ))}
        </tbody>
      </table>
      {hasMore && (
        <Center p="sm">
          <Button variant="default" loading={props.isLoadingMore ?? false} onClick={props.onMore}>Load more</Button>
        </Center>
      )}
    </Paper>
  )
}

/** Keeps the index of the row that Tab focuses (roving tab index), and returns functions to change it. */
const useActiveRow = (count: number, isOneOpen: boolean) => {
  const [active, setActive] = useState(0)
  const body = useRef<HTMLTableSectionElement>(null)
  const current = Math.min(active, count - 1)
  useFirstRowFocus(body, current, isOneOpen)
  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(count - 1, index))
    setActive(next)
    const element = body.current?.rows[next]
    element?.focus()
    element?.scrollIntoView({ block: "nearest" })
  }
  return { body, current, moveTo, setActive }
}

/** Reports whether a click opens the row. Clicks on links or buttons, and clicks that select text, do not open it. */
const isPlainClick = ({ target }: MouseEvent): boolean => !isInteractive(target) && String(getSelection() ?? "") === ""

const isInteractive = (target: EventTarget): boolean =>
  target instanceof Element && target.closest("a, button, input, select, textarea, label, [role=menuitem]") !== null

const TableHead = <Row extends object>({ columns }: Pick<Props<Row>, "columns">) => (
  <thead role="rowgroup">
    <tr role="row">
      {columns.map((column, index) => (
        <th
          key={index}
          role="columnheader"
          scope="col"
          className={cellClass(column)}
          style={{ width: column.width }}
        >
          {column.title === "" ? <VisuallyHidden>Actions</VisuallyHidden> : column.title}
          {column.hint !== undefined && <span className={classes["hint"]}>{` ${column.hint}`}</span>}
        </th>
      ))}
    </tr>
  </thead>
)

interface CellsProps<Row> {
  readonly columns: ReadonlyArray<Column<Row>>
  readonly row: Row
  readonly href: string | undefined
}

const Cells = <Row extends object>({ columns, href, row }: CellsProps<Row>) =>
  columns.map((column, at) => (
    <td
      key={at}
      role="cell"
      data-title={column.title}
      className={cellClass(column)}
      {...cardCellProps(column, columns)}
    >
      <div className={classes["value"]}>
        {at === 0 && href !== undefined
          ? <Link href={href} tabIndex={-1} className={classes["rowLink"] ?? ""}>{column.render(row)}</Link>
          : column.render(row)}
      </div>
    </td>
  ))

const cellClass = <Row extends object>({ isLong, isNumber, title }: Column<Row>): string | undefined =>
  title === "" ? classes["acts"] : isNumber ? classes["number"] : isLong ? classes["long"] : undefined

/** Returns the grid position of a cell on the card. A cell that is alone on its line spans the whole line. */
const cardCellProps = <Row extends object>({ card }: Column<Row>, columns: ReadonlyArray<Column<Row>>) => {
  if (card === undefined) return {}
  if (card === "none") return { "data-card": "none" }
  const { isTitled = false, line, side } = card
  const isAlone = !columns.some(({ card: other }) =>
    other !== undefined && other !== "none" && other.line === line && other.side !== side && other.side !== "act"
  )
  const acts = columns.find(isActionColumn)?.card
  // On the line of the action button, cells leave column 3 free.
  const ends = typeof acts === "object" && acts.line !== line ? -1 : 3
  const column = side === "act" ? 3 : isAlone ? `1 / ${ends}` : side === "start" ? 1 : `2 / ${ends}`
  return {
    "data-card": isTitled ? "titled" : "plain",
    "data-side": side,
    "data-line": line,
    style: { gridRow: line, gridColumn: column }
  }
}

const isActionColumn = <Row extends object>({ card }: Column<Row>): boolean =>
  card !== undefined && card !== "none" && card.side === "act"

/** Placeholder with about the height of the expected rows, so that the layout does not jump. */
const TableSkeleton = ({ label, rows }: { readonly label: string; readonly rows: number }) => (
  <Paper withBorder p="sm" aria-busy aria-label={`${label}: loading`} role="status">
    {Array.from({ length: rows }, (_, index) => (
      <Box key={index} py={7}>
        <Skeleton height={20} />
      </Box>
    ))}
  </Paper>
)

/** Dash for an empty value in a column. Cards omit it. */
export const EmptyCell = () => <Text span size="sm" c="dimmed" className={cards["inColumn"] ?? ""}>–</Text>

const arrowKeys: ReadonlyArray<string> = ["ArrowDown", "ArrowUp"]

/** Reports whether neither a row nor a control has the focus. After navigation, the page heading has the focus. */
const isUnfocused = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof Element && target.matches("[data-page-title]"))

const isInViewport = (element: Element): boolean => {
  const { bottom, top } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

/**
 * Focuses a row on the first j, k or arrow key, unless something else has the focus. If that row is out of view, arrow
 * keys scroll the page.
 */
const useFirstRowFocus = (body: RefObject<HTMLTableSectionElement | null>, row: number, rests: boolean): void => {
  const latest = useRef({ row, rests })
  latest.current = { row, rests }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key } = event
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (key !== "j" && key !== "k" && !arrowKeys.includes(key)) return
      if (latest.current.rests || !isUnfocused(event.target) || isDialogOpen()) return
      const element = body.current?.rows[latest.current.row]
      // Skips a table in a hidden tab. Arrow keys scroll the page if the row is out of view.
      if (element?.checkVisibility() !== true || (arrowKeys.includes(key) && !isInViewport(element))) return
      event.preventDefault()
      element.focus()
      element.scrollIntoView({ block: "nearest" })
    }
    document.addEventListener("keydown", listen)
    return () => document.removeEventListener("keydown", listen)
  }, [body])
}

/**
 * Moves the focus to the open row when `openId` changes, if another row has the focus. Keyboard navigation then
 * continues at the open row.
 */
export const useOpenRowFocus = (openId: string | undefined): void =>
  useEffect(() => {
    if (document.activeElement?.matches("tr[tabindex]") === true) {
      document.querySelector<HTMLElement>("tr[data-open]")?.focus()
    }
  }, [openId])
