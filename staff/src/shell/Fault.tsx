import { Component, type ReactNode } from 'react'

interface FaultProps {
  readonly children: ReactNode
  readonly instead: ReactNode
  readonly of: string
}

/**
 * What a page breaks on stays inside it: the rest of the console goes on. A class, as React knows no other form of it.
 * Another page (another `of`) is tried anew.
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
