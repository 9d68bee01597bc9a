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
interface Connected<Adapter> {
  adapter: Adapter;
  books: string;
}

/** A channel of a merchant, or of its test side. */
interface OwnedChannel {
  code: string;
  isTest: boolean;
}

/** Returns a channel's adapter, or null if the channel isn't connected, or its connection has no such adapter. */
export type AdapterOf<Adapter> = (channel: OwnedChannel) => Connected<Adapter> | null;

export function connectionOf(connections: ChannelConnections, code: string): NamedConnection | undefined {
  return connections.get(code) ?? connections.get(ANY_CODE);
}

/** The connections of live channels, and the sandbox, to which all channels of test sides are connected. */
interface Connections {
  live: ChannelConnections;
  sandbox: NamedConnection;
}

export const payoutAdapterOf = (connections: Connections): AdapterOf<ChannelAdapter> =>
  adapterOf(connections, ({ payouts }) => payouts);

export const collectionAdapterOf = (connections: Connections): AdapterOf<CollectionAdapter> =>
  adapterOf(connections, ({ collections }) => collections);

export const refundAdapterOf = (connections: Connections): AdapterOf<RefundAdapter> =>
  adapterOf(connections, ({ refunds }) => refunds);

function adapterOf<Adapter>(
  { live, sandbox }: Connections,
  pick: (connection: NamedConnection) => Adapter | undefined,
): AdapterOf<Adapter> {
  return ({ code, isTest }) => {
    const found = isTest ? sandbox : connectionOf(live, code);
    const adapter = found && pick(found);
    return adapter ? { adapter, books: found.books } : null;
  };
}
