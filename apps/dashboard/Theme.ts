import { createTheme, type CSSVariablesResolver, type MantineColorsTuple, rgba, Tooltip } from "@mantine/core"
import { chartVariables } from "./parts/charts/ChartColours.ts"

/** The one accent: a deep sea green, quiet beside the colours that mean something. */
const accent: MantineColorsTuple = [
  "#edf7f6",
  "#d8ebe9",
  "#b0d7d3",
  "#84c2bc",
  "#5fb0a9",
  "#47a59d",
  "#369f96",
  "#21857d",
  "#117a72",
  "#006a62"
]

const systemFonts = "system-ui, -apple-system, \"Segoe UI\", Roboto, \"Helvetica Neue\", Arial, sans-serif"
const systemMonospace = "ui-monospace, SFMono-Regular, Menlo, Consolas, \"Liberation Mono\", monospace"

export const theme = createTheme({
  primaryColor: "accent",
  primaryShade: { light: 9, dark: 8 },
  colors: { accent },
  fontFamily: systemFonts,
  fontFamilyMonospace: systemMonospace,
  headings: { fontFamily: systemFonts, fontWeight: "650" },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Modal: { styles: { title: { fontWeight: 600 } }, defaultProps: { closeButtonProps: { "aria-label": "Close" } } },
    // The header of a dialog is no banner: the page has one already.
    ModalHeader: { defaultProps: { component: "div" } },
    DrawerHeader: { defaultProps: { component: "div" } },
    // The first item takes the focus in place of an empty element, which a menu may not hold.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Drawer: { styles: { title: { fontWeight: 600 } }, defaultProps: { closeButtonProps: { "aria-label": "Close" } } },
    Notification: {
      styles: { description: { color: "var(--mantine-color-text)" } },
      defaultProps: { closeButtonProps: { "aria-label": "Close" } }
    },
    Alert: { defaultProps: { closeButtonLabel: "Close" } },
    NavLink: { styles: { root: { borderRadius: "var(--mantine-radius-default)" } } },
    Tooltip: Tooltip.extend({
      defaultProps: {
        withArrow: true,
        openDelay: 200,
        events: { hover: true, focus: true, touch: true },
        // The whole of a time is wider than a phone.
        multiline: true,
        maw: "min(560px, calc(100vw - 16px))"
      }
    })
  }
})

/** Texts on tinted grounds, dark or light enough for WCAG AA (4.5 to 1), which the defaults are not. */
const readable = {
  light: {
    accent: "#00574f",
    green: "#1f6330",
    yellow: "#704600",
    orange: "#8a3b05",
    red: "#a61e1e",
    blue: "#14508f",
    gray: "#414951"
  },
  dark: {
    accent: "#84c2bc",
    green: "#8ce99a",
    yellow: "#ffe066",
    orange: "#ffc078",
    red: "#ffb3b3",
    blue: "#a5d8ff",
    gray: "#ced4da"
  }
} as const

/** Grounds of badges and warnings in the dark: a breath of their own colour, where the defaults are lamps. */
const darkGrounds: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(readable.dark).flatMap(([name, value]) => [
    [`--mantine-color-${name}-light`, rgba(value, 0.13)],
    [`--mantine-color-${name}-light-hover`, rgba(value, 0.2)]
  ])
)

const lightTexts = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, value]) => [
      [`--mantine-color-${name}-light-color`, value],
      [`--mantine-color-${name}-outline`, value],
      [`--mantine-color-${name}-text`, value]
    ])
  )

/**
 * What tells a control and its state stands out by 3 to 1 (WCAG 1.4.11): `--control-edge`, around what can be filled in or chosen, and
 * `--selected`, for what is chosen and what has the focus. `--bar-track` is what a bar of a share runs on.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--quiet-ground": "var(--mantine-color-gray-0)",
    "--control-edge": "#848c94",
    "--selected": "#006a62",
    "--bar-track": "var(--mantine-color-gray-1)",
    "--mantine-color-red-filled": "#d02c2c",
    "--mantine-color-red-filled-hover": "#b42323",
    "--mantine-color-dimmed": "#59626b",
    "--mantine-color-placeholder": "#646d76",
    "--mantine-color-error": "#b42323",
    ...chartVariables("light"),
    ...lightTexts(readable.light)
  },
  dark: {
    "--quiet-ground": "var(--mantine-color-dark-8)",
    "--control-edge": "#82888e",
    "--selected": "#84c2bc",
    "--bar-track": "#323232",
    "--mantine-color-red-filled": "#d02c2c",
    "--mantine-color-red-filled-hover": "#b42323",
    "--mantine-color-dimmed": "#a8b0b8",
    "--mantine-color-placeholder": "#99a1a9",
    "--mantine-color-error": "#ff9c9c",
    "--mantine-color-anchor": "#84c2bc",
    ...chartVariables("dark"),
    ...darkGrounds,
    ...lightTexts(readable.dark)
  }
})
