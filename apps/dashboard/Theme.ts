import { createTheme, type CSSVariablesResolver, type MantineColorsTuple, rgba, Tooltip } from "@mantine/core"
import { chartVariables } from "./parts/charts/ChartColors.ts"

/** The only accent color: a deep sea green, less prominent than the status colors. */
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
    // The header of a dialog is not a banner landmark: the page already has one.
    ModalHeader: { defaultProps: { component: "div" } },
    DrawerHeader: { defaultProps: { component: "div" } },
    // Focuses the first item instead of an empty placeholder element, which ARIA does not allow inside a menu.
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
        // Wraps long tooltips, because a full date and time is wider than a phone screen.
        multiline: true,
        maw: "min(560px, calc(100vw - 16px))"
      }
    })
  }
})

/** Text colors on tinted backgrounds that meet WCAG AA (4.5:1). Mantine's defaults do not. */
const readableColors = {
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

/**
 * Backgrounds of badges and warnings in the dark theme. They are a faint tint, because Mantine's defaults are too
 * bright.
 */
const darkBackgrounds: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(readableColors.dark).flatMap(([name, value]) => [
    [`--mantine-color-${name}-light`, rgba(value, 0.13)],
    [`--mantine-color-${name}-light-hover`, rgba(value, 0.2)]
  ])
)

const textVariables = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, value]) => [
      [`--mantine-color-${name}-light-color`, value],
      [`--mantine-color-${name}-outline`, value],
      [`--mantine-color-${name}-text`, value]
    ])
  )

/**
 * Sets the theme's CSS variables. The colors of controls and their states have a contrast of at least 3:1 (WCAG
 * 1.4.11): `--control-edge` outlines inputs, `--selected` marks selection and focus, and `--bar-track` is the track
 * behind share bars.
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
    ...textVariables(readableColors.light)
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
    ...darkBackgrounds,
    ...textVariables(readableColors.dark)
  }
})
