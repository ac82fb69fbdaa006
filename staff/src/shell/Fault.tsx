import { Component, type ReactNode } from 'react'

interface FaultProps {
  readonly children: ReactNode
  readonly instead: ReactNode
  readonly of: string
}

/**
 * Contains a page's rendering error, so that the rest of the console continues. A class, because React has no other
 * form of error boundary. Another page (another `of`) is tried anew.
 */
export class Fault extends Component<FaultProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidUpdate(before: { of: string }): void {
    // oxlint-disable-next-line react/no-did-update-set-state -- only where another page is asked for
    if (before.of !== this.props.of && this.state.failed) this.setState({ failed: false })
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children
  }
}
