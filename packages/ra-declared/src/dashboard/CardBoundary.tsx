import { Component, type ReactNode } from 'react';
import { LoadFailure } from '../ui/LoadFailure.tsx';

/** Keeps a failure of one card from the others. */
export class CardBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    const { error } = this.state;
    return error ? (
      <LoadFailure isSmall error={error} onRetry={() => this.setState({ error: null })} />
    ) : (
      this.props.children
    );
  }
}
