import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Clock } from './FormatContext.ts';

export interface ConnectionState {
  isOnline: boolean;
  /** False while the server reports that it can't serve, for example without its database. */
  isServing: boolean;
  /** Time of the server's last response, or null if there was none. */
  lastAnswerAt: Date | null;
}

/** What pages know of the connection to the server. */
export interface WatchedConnection {
  get(): ConnectionState;
  /** The server's time, as far as its responses show it. */
  clock: Clock;
  /** Calls `listener` when the connection or the service is lost or restored. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

const ALWAYS: ConnectionState = { isOnline: true, isServing: true, lastAnswerAt: null };
const unwatched: WatchedConnection = {
  get: () => ALWAYS,
  clock: { now: () => new Date() },
  subscribe: () => () => {},
};

/**
 * Without a provider, the connection counts as available, and the time is the computer's; failed calls report their own
 * errors.
 */
const ConnectionContext = createContext(unwatched);
export const ConnectionProvider = ConnectionContext.Provider;

/** Returns whether the server can be reached, and the time of its last response. */
export function useConnection(): ConnectionState {
  const { subscribe, get } = useContext(ConnectionContext);
  const isOnline = useSyncExternalStore(subscribe, () => get().isOnline);
  const isServing = useSyncExternalStore(subscribe, () => get().isServing);
  return { isOnline, isServing, lastAnswerAt: get().lastAnswerAt };
}

/** The server's clock, or the computer's while there is none. */
export function useServerClock(): Clock {
  return useContext(ConnectionContext).clock;
}
