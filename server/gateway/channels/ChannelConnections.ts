import type { ChannelAdapter } from './ChannelAdapter.ts';
import type { ChannelConnection } from './ChannelModule.ts';
import type { CollectionAdapter } from './CollectionAdapter.ts';

/** Stands for every channel without an adapter of its own. */
export const ANY_CODE = '*';

/** A connection, with the name that its module has in the configuration. */
export interface NamedConnection extends ChannelConnection {
  adapter: string;
}

/** Where channels lead: by code, and under `ANY_CODE` for all others if the sandbox is allowed. */
export type ChannelConnections = ReadonlyMap<string, NamedConnection>;

/** An adapter, and the books that it writes to. */
export interface Connected<Adapter> {
  adapter: Adapter;
  books: string;
}

/** The adapter that a channel's payouts go through, or null if it isn't connected. @param code of the channel */
export type AdapterOf = (code: string) => Connected<ChannelAdapter> | null;

/** The adapter that a channel's orders are collected through, or null if it isn't connected. */
export type CollectionAdapterOf = (code: string) => Connected<CollectionAdapter> | null;

export function connectionOf(connections: ChannelConnections, code: string): NamedConnection | undefined {
  return connections.get(code) ?? connections.get(ANY_CODE);
}

export function payoutAdapterOf(connections: ChannelConnections): AdapterOf {
  return (code) => {
    const found = connectionOf(connections, code);
    return found?.payouts ? { adapter: found.payouts, books: found.books } : null;
  };
}

export function collectionAdapterOf(connections: ChannelConnections): CollectionAdapterOf {
  return (code) => {
    const found = connectionOf(connections, code);
    return found?.collections ? { adapter: found.collections, books: found.books } : null;
  };
}
