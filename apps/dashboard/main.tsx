import "@mantine/core/styles.css"
import "./theme.css"
import "./controls.css"
import "./dialogs.css"
import "./touch.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App, keepNonce } from "./App.tsx"
import { guardBack } from "./parts/forms/LeaveGuard.ts"

keepNonce()
guardBack()
createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>
)
