import { useState, type ReactNode } from 'react';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router-dom';
import { createGuardedHistory } from './guardedHistory.ts';
import { GuardedHistoryContext } from './GuardedHistoryContext.ts';

/** The browser's address for all below, and a way to hold back a step that would lose something. */
export function ConsoleRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createGuardedHistory(window));
  return (
    <GuardedHistoryContext value={history}>
      <HistoryRouter history={history}>{children}</HistoryRouter>
    </GuardedHistoryContext>
  );
}
