import { Component, type ReactNode } from 'react'
import { PageFailed } from './PageFailed.tsx'

interface FaultProps {
  readonly children: ReactNode
  /** What stands there in place of what broke; the page that says so, unless said. */
  readonly instead?: ReactNode
}

/**
 * What a page breaks on stays inside it: the rest of the app goes on. A class, as React knows no other form of it.
 * The error itself goes to the browser's console by React.
 */
export class Fault extends Component<FaultProps, { failed: boolean }> {
  override state = { failed: false }
  private wasHidden = false

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  /** A page that one comes back to is tried again. */
  override componentDidMount(): void {
    // oxlint-disable-next-line react/no-did-mount-set-state -- never on its first mount: only where it was hidden since
    if (this.wasHidden && this.state.failed) this.setState({ failed: false })
  }

  override componentWillUnmount(): void {
    this.wasHidden = true
  }

  override render(): ReactNode {
    const { children, instead } = this.props
    if (!this.state.failed) return children
    return instead === undefined ? <PageFailed /> : instead
  }
}
