import { Component, type ReactNode } from 'react'
import { PageFailed } from './PageFailed.tsx'

/**
 * What a page breaks on stays inside it: the rest of the app goes on. A class, as React knows no other form of it.
 * The error itself goes to the browser's console by React.
 */
export class Fault extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? <PageFailed /> : this.props.children
  }
}
