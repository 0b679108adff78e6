import { Component, type ReactNode } from "react"
import { CrashNotice } from "./CrashNotice.tsx"

interface Props {
  /** The address within the dashboard: with another one the page is tried again. */
  readonly place?: string
  readonly children: ReactNode
}

interface State {
  readonly caught: { readonly error: unknown; readonly href: string; readonly at: number } | null
}

/** Catches what a page throws by mistake: the rest of the dashboard stays. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { caught: null }

  static getDerivedStateFromError(error: unknown): State {
    return { caught: { error, href: location.href, at: Date.now() } }
  }

  override componentDidUpdate({ place }: Props): void {
    if (this.state.caught !== null && place !== this.props.place) this.setState({ caught: null })
  }

  override render(): ReactNode {
    return this.state.caught === null ? this.props.children : <CrashNotice {...this.state.caught} />
  }
}
