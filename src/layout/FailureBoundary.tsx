import { Component, type ComponentType, type ContextType, type ErrorInfo, type ReactNode } from 'react';
import { ErrorLogContext } from './errorLog/ErrorLogContext.ts';

interface FailureBoundaryProps {
  /** What stands in for what has failed. */
  Failure: ComponentType<{ onRetry: () => void }>;
  children: ReactNode;
}

/** Keeps what fails in a page, or in a part of the frame around it, within it: all else goes on working. */
export class FailureBoundary extends Component<FailureBoundaryProps, { failed: boolean }> {
  static override contextType = ErrorLogContext;
  declare context: ContextType<typeof ErrorLogContext>;
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    console.error(error, componentStack);
    this.context?.addFailure(error, componentStack ?? '');
  }

  override render(): ReactNode {
    const { Failure, children } = this.props;
    if (!this.state.failed) return children;
    return <Failure onRetry={() => this.setState({ failed: false })} />;
  }
}
