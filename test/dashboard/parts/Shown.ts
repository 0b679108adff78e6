import { MantineProvider } from "@mantine/core"
import { createElement, type FunctionComponent } from "react"
import { renderToStaticMarkup } from "react-dom/server"

/** Renders the initial state of a component to HTML. */
export const shown = <Props extends object>(of: FunctionComponent<Props>, props: Props): string =>
  renderToStaticMarkup(createElement(MantineProvider, null, createElement(of, props)))
