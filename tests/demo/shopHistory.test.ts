import { describe, expect, it } from 'vitest';
import { DEMO_CHANNELS } from '#demo/channels.ts';
import { FLAVOURS } from '#demo/flavours.ts';
import { localTime } from '#demo/moments.ts';
import { createOrderNumbers, type Shop, type ShopChannel } from '#demo/shop.ts';
import { createRandom } from '#demo/random.ts';
import { shopHistory } from '#demo/shopHistory.ts';
import type { Step } from '#demo/Step.ts';
import { DEMO_TENANTS } from '#demo/tenants.ts';
import { postingsOf } from '#server/ledger/postings.ts';
import { applyPostings, EMPTY_WALLET } from '#server/ledger/wallets.ts';

const DAY = 86_400_000;
const to = Date.parse('2026-11-20T04:00:00.000Z');
const MERCHANT = '0199f040-56d4-7367-8bcc-ec1f39dba2d3';

function channelsInYen(): Pick<Shop, 'channels' | 'requestChannels'> {
  const at = new Date(to - 400 * DAY);
  const all = DEMO_CHANNELS.filter(({ currency }) => currency === 'JPY');
  const rows = all.map(({ traffic, ...terms }) => {
    const row = {
      merchant_id: MERCHANT,
      id: terms.code,
      platform_channel_id: null,
      ...terms,
      created_at: at,
      updated_at: at,
      status: 'enabled' as const,
      revision: 1,
    };
    return { row, traffic };
  });
  return {
    channels: rows.flatMap(({ row, traffic }): ShopChannel[] => (traffic ? [{ row, traffic }] : [])),
    requestChannels: rows.flatMap(({ row, traffic }) => (traffic ? [] : [row])),
  };
}

function shop(seed: number): Shop {
  const tenant = DEMO_TENANTS.find(({ merchantNo }) => merchantNo === 'M100002');
  if (!tenant?.shop) throw new Error('there is no such shop');
  return {
    ...tenant.shop,
    merchantId: MERCHANT,
    seed,
    key: 'key',
    tenant,
    ...channelsInYen(),
    limits: { approval_threshold: tenant.approvalThreshold, daily_total: null, sum_window_hours: 24 },
    payingKey: { lineageId: 'k1', limits: { perCall: 200_000n, perDay: 2_000_000n } },
    makerIds: ['u1', 'u3'],
    ownerIds: ['u1'],
    approverIds: ['u1', 'u2'],
    operatorIds: ['o1', 'o2'],
    flavour: FLAVOURS.JPY,
    local: localTime('Asia/Tokyo'),
    numbers: createOrderNumbers(0, 1),
    random: createRandom(seed, 'shop'),
    cipher: { encrypt: (text: string) => text, hash: (_: string, text: string) => text },
    from: to - 365 * DAY,
    to,
  };
}

const steps = [...shopHistory(shop(3), 6_000)];
const present = <T>(part: (step: Step) => readonly T[] | T | null) => steps.flatMap((step) => part(step) ?? []);

describe("a shop's history", () => {
  it('has each order once, and as many as requested', () => {
    const orders = present(({ order }) => order);
    expect(orders).toHaveLength(6_000);
    expect(new Set(orders.map(({ merchant_order_no }) => merchant_order_no)).size).toBe(6_000);
  });

  it('is in chronological order, and never pays out more than the balance', () => {
    let wallet = EMPTY_WALLET;
    let before = 0;
    for (const { event, at } of present(({ transactions }) => transactions)) {
      expect(at.getTime()).toBeGreaterThanOrEqual(before);
      expect(at.getTime()).toBeLessThan(to);
      before = at.getTime();
      wallet = applyPostings(wallet, postingsOf(event)).wallet;
    }
    expect(wallet.available_seq).toBeGreaterThan(5_000n);
  });

  it('has an event when each payout begins and when it ends, and some payouts that have not ended', () => {
    const states = new Map<string, string[]>();
    for (const { id, status } of present(({ payouts }) => payouts)) states.set(id, [...(states.get(id) ?? []), status]);
    const lives = new Set([...states.values()].map((life) => life.join(' ')));
    expect(lives).toEqual(new Set(['processing success', 'processing failed', 'processing', 'pending']));
    const open = present(({ payouts }) => payouts).filter(({ id }) => states.get(id)?.length === 1);
    expect(open.every(({ created_at }) => created_at.getTime() > to - 2 * DAY)).toBe(true);
  });

  it('has pending orders only among the newest', () => {
    const waiting = present(({ order }) => order).filter(({ status }) => status === 'pending');
    expect(waiting.length).toBeGreaterThan(0);
    expect(waiting.every(({ expires_at }) => expires_at !== null && expires_at.getTime() > to)).toBe(true);
  });

  it('is the same for the same random numbers', () => {
    expect([...shopHistory(shop(1), 50)]).toEqual([...shopHistory(shop(1), 50)]);
    expect([...shopHistory(shop(2), 50)]).not.toEqual([...shopHistory(shop(1), 50)]);
  });
});
