import { createContext, useContext } from 'react';
import type { GuardedHistory } from './guardedHistory.ts';

/** null: nothing can be held back, as in a router of another kind. */
export const GuardedHistoryContext = createContext<GuardedHistory | null>(null);

export const useGuardedHistory = () => useContext(GuardedHistoryContext);
