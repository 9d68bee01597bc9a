import type { ChannelAdapter, CollectionAdapter, RefundAdapter } from './ChannelAdapter.ts';
import type { ChannelConnection } from './ChannelModule.ts';

/** Key of the connection for channels without their own adapter. */
export const ANY_CODE = '*';

/** A connection with the name of its module in the configuration. */
export interface NamedConnection extends ChannelConnection {
  adapter: string;
}

/** Connections by channel code; under `ANY_CODE` for all other channels if the sandbox is allowed. */
export type ChannelConnections = ReadonlyMap<string, NamedConnection>;

/** An adapter and the books that it writes to. */
export interface Connected<Adapter> {
  adapter: Adapter;
  books: string;
}

/** Returns the adapter for a channel's payouts, or null if there is none. @param code of the channel */
export type AdapterOf = (code: string) => Connected<ChannelAdapter> | null;

/** Returns the adapter for a channel's collections, or null if there is none. */
export type CollectionAdapterOf = (code: string) => Connected<CollectionAdapter> | null;

/** The adapter that refunds of a channel's orders go through, or null if it isn't connected or can't refund. */
export type RefundAdapterOf = (code: string) => Connected<RefundAdapter> | null;

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

export function refundAdapterOf(connections: ChannelConnections): RefundAdapterOf {
  return (code) => {
    const found = connectionOf(connections, code);
    return found?.refunds ? { adapter: found.refunds, books: found.books } : null;
  };
}
