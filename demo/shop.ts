import type { Selectable } from 'kysely';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { ChannelsTable } from '#server/db/schema.ts';
import type { Traffic } from './channels.ts';
import type { Flavour } from './flavours.ts';
import { type LocalTime, digitsOfTime } from './moments.ts';
import type { Random } from './random.ts';
import type { ApprovalLimits } from '#server/money/approvals.ts';
import type { ShopKey } from './Outflows.ts';
import type { DemoShop, DemoTenant } from './tenants.ts';

/** Collection order, payout, deposit, withdrawal, payment request, batch, adjustment, refund. */
type Prefix = 'C' | 'P' | 'D' | 'W' | 'R' | 'B' | 'A' | 'F';

const SIX_DIGITS = 1_000_000;

/** Coprime to 10, so that multiplying by it permutes the six-digit numbers. */
const SHUFFLE = 387_421;

interface OrderNumbers {
  /**
   * Unique over all shops: `C20250311143022` (UTC, like real ones) and six digits that don't reveal the number of
   * orders.
   */
  platform(prefix: Prefix, at: Date): string;
  /** The shop's own number: prefix, local day and a running number. */
  merchant(prefix: string, local: Date): string;
}

/** A channel of the tenant and its traffic in the demo. */
export interface ShopChannel {
  row: Selectable<ChannelsTable>;
  traffic: Traffic;
}

/** A merchant whose history is generated. */
export interface Shop extends DemoShop {
  merchantId: string;
  /** Seed of the demo. */
  seed: number;
  /** Key that signs its notifications. */
  key: string;
  tenant: DemoTenant;
  channels: readonly ShopChannel[];
  /** For deposits and withdrawals. */
  requestChannels: readonly Selectable<ChannelsTable>[];
  /** When a payment or refund needs approval. */
  limits: ApprovalLimits;
  payingKey: ShopKey;
  /** Users who may request payments, withdrawals and refunds, and upload batches. */
  makerIds: readonly string[];
  /** Those of them who may also submit batches and save payees. */
  ownerIds: readonly string[];
  /** Users who may approve what others request, and submit their batches. */
  approverIds: readonly string[];
  /** Users of the platform who decide on requests. */
  operatorIds: readonly string[];
  flavour: Flavour;
  local: LocalTime;
  numbers: OrderNumbers;
  random: Random;
  cipher: Pick<Cipher, 'encrypt' | 'hash'>;
  /** Start of the period, in milliseconds since 1970. */
  from: number;
  to: number;
}

/** A random channel of that type, weighted by traffic, among those not yet switched off. */
export function pickChannel(shop: Shop, type: 'collection' | 'payout', at: number): ShopChannel {
  const passed = (at - shop.from) / (shop.to - shop.from);
  const open = shop.channels.filter(({ row, traffic }) => row.type === type && passed < traffic.until);
  return shop.random.weighted(open, ({ traffic }) => traffic.share);
}

export function personName({ random, flavour }: Shop): string {
  return `${random.pick(flavour.familyNames)}${flavour.nameSeparator}${random.pick(flavour.givenNames)}`;
}

/**
 * @param shop index of the shop, from 0
 * @param shops number of shops
 */
export function createOrderNumbers(shop: number, shops: number): OrderNumbers {
  let platformCount = 0;
  let merchantCount = 0;
  return {
    platform(prefix, at) {
      const serial = ((shop + platformCount++ * shops) * SHUFFLE) % SIX_DIGITS;
      return `${prefix}${digitsOfTime(at)}${String(serial).padStart(6, '0')}`;
    },
    merchant(prefix, local) {
      merchantCount += 1;
      return `${prefix}${digitsOfTime(local).slice(0, 8)}${String(merchantCount).padStart(7, '0')}`;
    },
  };
}
