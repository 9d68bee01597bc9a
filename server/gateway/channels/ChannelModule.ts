import type { Clock } from '#server/clock.ts';
import type { ChannelAdapter, ChannelOrder } from './ChannelAdapter.ts';
import type { CollectionAdapter } from './CollectionAdapter.ts';

/** A call that the other side makes when something has happened there. */
export interface Callback {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** As it came, for its signature. */
  body: Buffer;
}

/** An order that a callback is about. */
export interface CallbackOrder extends ChannelOrder {
  type: 'collection' | 'payout';
}

/** One channel, ready to be used. */
export interface ChannelConnection {
  /**
   * Names the other side's books: the bank and the account there. An open order stays with the books it was sent to, so
   * two connections have the same name only if they would find each other's orders.
   */
  books: string;
  /** Absent: it doesn't pay out. */
  payouts?: ChannelAdapter;
  /** Absent: it doesn't collect. */
  collections?: CollectionAdapter;
  /**
   * Checks who sent a callback and says which orders it is about. What it claims about them isn't believed: the channel
   * is asked about each.
   * @returns null if the other side didn't send it
   */
  readCallback?(callback: Callback): readonly CallbackOrder[] | null;
}

/** What a connection is made with, besides its settings. */
export interface ConnectionMeans {
  /** Code of the channel. */
  code: string;
  clock: Clock;
  /** Where the other side reaches this channel with callbacks. */
  callbackUrl: string;
}

/** Checks settings: a schema of Zod 4, or anything with this method. */
export interface SettingsSchema<Settings> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: Settings }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

/** What the module of an adapter exports as its default. */
export interface ChannelModule<Settings = unknown> {
  settings: SettingsSchema<Settings>;
  /** Settings that are accepted only in encrypted form. */
  secrets: readonly string[];
  connect(settings: Settings, means: ConnectionMeans): ChannelConnection;
}

/**
 * Gives an adapter's module its types.
 * @example export default defineChannel({ settings: z.strictObject({ … }), secrets: ['key'], connect: (settings) => … })
 */
export function defineChannel<Settings>(module: ChannelModule<Settings>): ChannelModule<Settings> {
  return module;
}
