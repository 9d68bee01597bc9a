import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Connection, ConnectionState } from './createConnection.ts';

const ALWAYS: ConnectionState = { isOnline: true, isServing: true, lastAnswerAt: null };
const unwatched: Pick<Connection, 'get' | 'subscribe'> = { get: () => ALWAYS, subscribe: () => () => {} };

/** Without a provider the connection counts as there: a call that fails tells so itself. */
const ConnectionContext = createContext(unwatched);
export const ConnectionProvider = ConnectionContext.Provider;

/** Whether the server can be reached, and since when it can't. */
export function useConnection(): ConnectionState {
  const { subscribe, get } = useContext(ConnectionContext);
  const isOnline = useSyncExternalStore(subscribe, () => get().isOnline);
  const isServing = useSyncExternalStore(subscribe, () => get().isServing);
  return { isOnline, isServing, lastAnswerAt: get().lastAnswerAt };
}
