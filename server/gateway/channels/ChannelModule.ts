import type { Clock } from '#server/clock.ts';
import type { ChannelAdapter, ChannelOrder, CollectionAdapter, RefundAdapter } from './ChannelAdapter.ts';

/** A bank's callback about an event. */
export interface Callback {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Raw bytes, for verifying the signature. */
  body: Buffer;
}

/** The order that a callback is about. */
export interface CallbackOrder extends ChannelOrder {
  type: 'collection' | 'payout' | 'refund';
}

/** A connected channel. */
export interface ChannelConnection {
  /**
   * Identifies the other side's books: the bank and the account there. An open order stays with the books it was sent
   * to, so two connections must share a name only if each would find the other's orders.
   */
  books: string;
  /** Why it is less secure than it could be, logged at start in production. */
  weakness?: string;
  /** Absent if it doesn't pay out. */
  payouts?: ChannelAdapter;
  /** Absent if it doesn't collect. */
  collections?: CollectionAdapter;
  /** Absent if it can't refund what it has collected. */
  refunds?: RefundAdapter;
  /**
   * Authenticates a callback and returns the orders that it mentions. Its claims aren't trusted: the channel is queried
   * for each order.
   * @returns null if the callback isn't from the bank
   */
  readCallback?(callback: Callback): readonly CallbackOrder[] | null;
}

/** Dependencies of a connection, besides its settings. */
interface ConnectionDeps {
  /** Code of the channel. */
  code: string;
  clock: Clock;
  /** URL for the bank's callbacks to this channel. */
  callbackUrl: string;
}

/** Validates settings: a Zod 4 schema, or any object with this method. */
interface SettingsSchema<Settings> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: Settings }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

/** Default export of an adapter's module. */
export interface ChannelModule<Settings = unknown> {
  settings: SettingsSchema<Settings>;
  /** Names of settings that must be encrypted in the file. */
  secrets: readonly string[];
  connect(settings: Settings, deps: ConnectionDeps): ChannelConnection;
}

/**
 * Types the module of an adapter.
 * @example export default defineChannel({ settings: z.strictObject({ … }), secrets: ['key'], connect: (settings) => …
 * })
 */
export function defineChannel<Settings>(module: ChannelModule<Settings>): ChannelModule<Settings> {
  return module;
}
