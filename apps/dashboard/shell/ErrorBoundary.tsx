import { Component, type ReactNode } from "react"
import { CrashNotice } from "./CrashNotice.tsx"

interface Props {
  /** The address within the dashboard: with another one the page is tried again. */
  readonly place?: string
  readonly children: ReactNode
}

interface State {
  readonly caught: { readonly error: unknown; readonly href: string; readonly at: number } | null
  /** In which that was. */
  readonly place: string | undefined
}

/** Catches what a page throws by mistake: the rest of the dashboard stays. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { caught: null, place: this.props.place }

  static getDerivedStateFromError(error: unknown): Pick<State, "caught"> {
    return { caught: { error, href: location.href, at: Date.now() } }
  }

  /** Another place is another chance. */
  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { caught: null, place }
  }

  override render(): ReactNode {
    return this.state.caught === null ? this.props.children : <CrashNotice {...this.state.caught} />
  }
}
