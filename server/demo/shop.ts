import type { Selectable } from 'kysely';
import type { ChannelsTable } from '#server/db/schema.ts';
import type { DemoChannel } from './channels.ts';
import type { Flavour } from './flavours.ts';
import type { LocalTime } from './localTime.ts';
import type { OrderNumbers } from './orderNumbers.ts';
import type { Random } from './random.ts';
import type { DemoShop, DemoTenant } from './tenants.ts';

/** A channel as the tenant has it, and what the demo does with it. */
export interface ShopChannel {
  row: Selectable<ChannelsTable>;
  traffic: NonNullable<DemoChannel['traffic']>;
}

/** A merchant whose history is being made up. */
export interface Shop extends DemoShop {
  merchantId: string;
  /** The demo's. */
  seed: number;
  /** What its results are signed with. */
  key: string;
  tenant: DemoTenant;
  channels: readonly ShopChannel[];
  /** For deposits and withdrawals. */
  requestChannels: readonly Selectable<ChannelsTable>[];
  /** Users who may have asked for payouts and withdrawals. */
  creatorIds: readonly string[];
  /** Users of the platform, who decide about requests. */
  operatorIds: readonly string[];
  flavour: Flavour;
  local: LocalTime;
  numbers: OrderNumbers;
  random: Random;
  encrypt: (text: string) => string;
  /** The period, in milliseconds since 1970. */
  from: number;
  to: number;
}

/** A channel of that type, as busy as its traffic says and not yet switched off. */
export function pickChannel(shop: Shop, type: 'collection' | 'payout', at: number): ShopChannel {
  const passed = (at - shop.from) / (shop.to - shop.from);
  const open = shop.channels.filter(({ row, traffic }) => row.type === type && passed < traffic.until);
  return shop.random.weighted(open, ({ traffic }) => traffic.share);
}

export function personName({ random, flavour }: Shop): string {
  return `${random.pick(flavour.familyNames)}${flavour.nameSeparator}${random.pick(flavour.givenNames)}`;
}
