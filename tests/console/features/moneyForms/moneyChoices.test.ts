import { describe, expect, it } from 'vitest';
import type { MoneyCard, MoneyChannel, MoneyForm } from '#shared/contract/moneyForms.ts';
import {
  largestAmountOf,
  balanceOfAll,
  channelOf,
  firstChoice,
  obstacleOf,
  usableFrom,
} from '#console/features/moneyForms/moneyChoices.ts';
import { PAYMENT, RECHARGE, WITHDRAW } from '#console/features/moneyForms/moneyKinds.ts';

const channel = (id: string, change: Partial<MoneyChannel> = {}): MoneyChannel => ({
  id,
  name: id,
  currency: 'CNY',
  rate_bps: 0,
  fixed_fee: '500',
  min_fee: null,
  max_fee: null,
  deduction: 'outer',
  min_amount: '1000',
  max_amount: '100000',
  available: '20000',
  ...change,
});
const card = (id: string, change: Partial<MoneyCard> = {}): MoneyCard => ({
  id,
  name: 'Ink',
  bank_name: 'Bank',
  branch_name: null,
  card_number: '6222••••1234',
  is_default: false,
  state: 'usable',
  usable_at: '2026-11-20T00:00:00.000Z',
  ...change,
});
const offer = (channels: MoneyChannel[], cards: MoneyCard[] = []): MoneyForm => ({
  channels,
  cards,
  approval_threshold: null,
});

describe('the initial choice', () => {
  it("is the default card, unless it can't be used yet", () => {
    const two = [card('a'), card('b', { is_default: true })];
    expect(firstChoice(WITHDRAW, offer([channel('w')], two))).toBe('b');
    const waiting = [card('a'), card('b', { is_default: true, state: 'cooling_off' })];
    expect(firstChoice(WITHDRAW, offer([channel('w')], waiting))).toBe('a');
  });
  it('is the only option, or none if there are several', () => {
    expect(firstChoice(PAYMENT, offer([channel('p')]))).toBe('p');
    expect(firstChoice(PAYMENT, offer([channel('p'), channel('q')]))).toBeNull();
    expect(firstChoice(PAYMENT, { ...offer([channel('p'), channel('q')]), last_channel_id: 'q' })).toBe('q');
    expect(firstChoice(PAYMENT, { ...offer([channel('p'), channel('q')]), last_channel_id: 'closed' })).toBeNull();
    expect(firstChoice(PAYMENT, { ...offer([channel('p')]), last_channel_id: 'closed' })).toBe('p');
    expect(firstChoice(WITHDRAW, offer([channel('w')], [card('a'), card('b')]))).toBeNull();
  });
});

it('a withdrawal uses the only channel, other requests the selected one', () => {
  expect(channelOf(WITHDRAW, offer([channel('w')]), 'a')?.id).toBe('w');
  expect(channelOf(PAYMENT, offer([channel('p'), channel('q')]), 'q')?.id).toBe('q');
  expect(channelOf(PAYMENT, offer([channel('p')]), null)).toBeNull();
});

it('the balance is shown before a channel is selected if all channels have one currency', () => {
  expect(balanceOfAll(offer([channel('p'), channel('q')]))?.available).toBe('20000');
  expect(balanceOfAll(offer([channel('p'), channel('q', { currency: 'USD' })]))).toBeNull();
  expect(balanceOfAll(offer([]))).toBeNull();
});

describe("the reason why a request can't be made", () => {
  const empty = channel('w', { available: '0' });
  it.each([
    ['no_channel', WITHDRAW, offer([], [card('a')])],
    ['no_card', WITHDRAW, offer([channel('w')])],
    ['no_usable_card', WITHDRAW, offer([channel('w')], [card('a', { state: 'disabled' })])],
    ['no_balance', WITHDRAW, offer([empty], [card('a')])],
    ['no_balance', PAYMENT, offer([empty])],
    [null, RECHARGE, offer([empty])],
    [null, PAYMENT, offer([empty, channel('q', { currency: 'JPY' })])],
  ])('is %s', (obstacle, kind, given) => expect(obstacleOf(kind, given)).toBe(obstacle));

  it('is the wait for the right to pay, whatever else is missing', () => {
    const waiting = { ...offer([]), power_from: '2026-11-22T00:00:00.000Z' };
    expect(obstacleOf(PAYMENT, waiting)).toBe('power_waiting');
    expect(obstacleOf(PAYMENT, { ...waiting, power_from: null })).toBe('no_channel');
  });

  it('ends with the shortest waiting period of a card', () => {
    const at = (usable_at: string) => card(usable_at, { state: 'cooling_off', usable_at });
    expect(usableFrom([at('2026-11-22T00:00:00.000Z'), at('2026-11-21T00:00:00.000Z'), card('a')])).toBe(
      '2026-11-21T00:00:00.000Z',
    );
    expect(usableFrom([card('a')])).toBeNull();
  });
});

describe('the largest amount', () => {
  it.each([
    ['19500', {}],
    ['20000', { deduction: 'inner' as const }],
    ['15000', { max_amount: '15000' }],
    [null, { available: '1499' }],
    ['1000', { available: '1500' }],
    [null, { available: '-1' }],
  ])('is %s with %j', (all, change) => expect(largestAmountOf(channel('w', change))).toBe(all));
});
