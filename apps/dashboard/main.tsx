import "@mantine/core/styles.css"
import "./theme.css"
import "./controls.css"
import "./dialogs.css"
import "./touch.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App, exposeStyleNonce } from "./App.tsx"
import { interceptBack } from "./parts/forms/LeaveGuard.ts"

exposeStyleNonce()
interceptBack()
createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>
)
