import { Component, type ReactNode } from 'react'
import { PageFailed } from './PageFailed.tsx'

interface FaultProps {
  readonly children: ReactNode
  /** Shown instead of the broken part; by default the error page. */
  readonly instead?: ReactNode
}

/**
 * Contains a page's rendering error, so that the rest of the app continues. A class, because React has no other form of
 * error boundary. React logs the error to the browser's console.
 */
export class Fault extends Component<FaultProps, { failed: boolean }> {
  override state = { failed: false }
  private wasHidden = false

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  /** Retry when the page is opened again. */
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
