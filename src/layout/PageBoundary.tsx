import { Component, type ErrorInfo, type ReactNode } from 'react';
import { PageFailure } from './PageFailure.tsx';

interface PageBoundaryProps {
  children: ReactNode;
}

/** Keeps what fails in a page within it: menu and header go on working. Give it the page's address as its key. */
export class PageBoundary extends Component<PageBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <PageFailure onRetry={() => this.setState({ failed: false })} />;
  }
}
