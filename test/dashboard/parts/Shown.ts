import { MantineProvider } from "@mantine/core"
import { createElement, type FunctionComponent } from "react"
import { renderToStaticMarkup } from "react-dom/server"

/** A part of the pages as it is first shown, as HTML. */
export const shown = <Props extends object>(of: FunctionComponent<Props>, props: Props): string =>
  renderToStaticMarkup(createElement(MantineProvider, null, createElement(of, props)))
