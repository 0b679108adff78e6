import type { Theme } from "vitepress"
import DefaultTheme from "vitepress/theme-without-fonts"
import { showOwnOrigin } from "./OwnOrigin.ts"
import "./style.css"

export default {
  extends: DefaultTheme,
  enhanceApp({ router }) {
    router.onAfterPageLoad = showOwnOrigin
  }
} satisfies Theme
