import { describe, expect, it } from 'vitest';
import { describeFilter, readFilter } from '../../../packages/ra-declared/src/fields/filters/describeFilter.ts';
import { readTypedNumbers } from '../../../packages/ra-declared/src/fields/number/NumberFilterForm.tsx';
import { type Field, MAX_AMOUNT } from '@merchant-console/declaration';
import { formatContext } from '#tests/support/formatContext.ts';

const context = await formatContext({ referenceName: () => 'Alipay QR' });

const amount: Field = { source: 'amount', type: 'money', filter: 'range' };
const created: Field = { source: 'created_at', type: 'datetime', filter: 'range' };
const channel: Field = { source: 'channel_id', type: 'reference', reference: 'channels', filter: 'eq' };
const subject: Field = { source: 'subject', type: 'longtext', filter: 'contains' };
const retries: Field = { source: 'retries', type: 'integer', filter: 'range' };
const status: Field = {
  source: 'status',
  type: 'enum',
  filter: 'in',
  choices: ['pending', 'success', 'failed'].map((id) => ({ id, name: `status.${id}` })),
};

describe('the filter read for a field', () => {
  it.each<[string, Field, object, object]>([
    ['a range', amount, { amount_gte: '100', amount_lte: '200' }, { amount_gte: '100', amount_lte: '200' }],
    ['one end of a range', amount, { amount_lte: '0200' }, { amount_lte: '200' }],
    ['the largest amount', amount, { amount_gte: String(MAX_AMOUNT) }, { amount_gte: String(MAX_AMOUNT) }],
    ['no larger one', amount, { amount_gte: String(MAX_AMOUNT + 1n) }, {}],
    ['no invalid amount', amount, { amount_gte: '12.5', amount_lte: '1e3' }, {}],
    ['no negative amount', amount, { amount_gte: '-1' }, {}],
    ['no undeclared form of filter', amount, { amount: '100', amount_gt: '1', amount_like: '1' }, {}],
    ['choices that exist, each once', status, { status: ['failed', 'nope', 'failed', 7] }, { status: ['failed'] }],
    ['one choice as a list of one', status, { status: 'success' }, { status: ['success'] }],
    ['no empty list of choices', status, { status: [] }, {}],
    [
      'times in UTC',
      created,
      { created_at_gte: '2026-11-21T00:00:00+08:00' },
      { created_at_gte: '2026-11-20T16:00:00.000Z' },
    ],
    ['no invalid time', created, { created_at_gte: 'yesterday', created_at_lte: '2026-13-01T00:00:00Z' }, {}],
    [
      'no year that ISO 8601 writes otherwise',
      created,
      { created_at_gte: '+275760-09-13T00:00:00Z', created_at_lte: 8.64e15 },
      {},
    ],
    ['one id', channel, { channel_id: 'c1' }, { channel_id: 'c1' }],
    ['the first of several ids', channel, { channel_id: ['c1', 'c2'] }, { channel_id: 'c1' }],
    ['a part of a text, trimmed', subject, { subject_like: '  gift ' }, { subject_like: 'gift' }],
    ['no empty text', subject, { subject_like: '   ' }, {}],
    ['no text longer than the contract takes', subject, { subject_like: 'x'.repeat(257) }, {}],
    ['no text that no database holds', subject, { subject_like: 'a\0b' }, {}],
    [
      'no integer beyond the server’s',
      retries,
      { retries_gte: 2_147_483_648, retries_lte: 2_147_483_647 },
      { retries_lte: 2_147_483_647 },
    ],
    ['nothing of objects and nulls', channel, { channel_id: { $ne: null } }, {}],
    ['nothing inherited', { ...channel, source: 'constructor' }, {}, {}],
  ])('is %s', (_, field, raw, filter) => {
    expect(readFilter({ ...raw }, field)).toEqual(filter);
  });
});

describe('the text of a filter', () => {
  it.each<[string, Field, object]>([
    ['', amount, {}],
    ['1.00 – 2.50', amount, { amount_gte: '100', amount_lte: '250' }],
    ['≥ 1.00', amount, { amount_gte: '100' }],
    ['≤ 2.50', amount, { amount_lte: '250' }],
    ['≥ 100 JPY', { ...amount, currency: 'currency' }, { amount_gte: '100', currency: 'JPY' }],
    ['Failed, Pending', status, { status: ['failed', 'pending'] }],
    ['Alipay QR', channel, { channel_id: 'c1' }],
    ['gift', subject, { subject_like: 'gift' }],
    [
      '2026-11-20 – 2026-11-21',
      created,
      { created_at_gte: '2026-11-19T16:00:00.000Z', created_at_lte: '2026-11-21T15:59:59.999Z' },
    ],
    ['2026-11-21', created, { created_at_gte: '2026-11-20T16:00:00.000Z', created_at_lte: '2026-11-21T15:59:59.999Z' }],
    ['≥ 2026-11-21 08:00:00', created, { created_at_gte: '2026-11-21T00:00:00.000Z' }],
  ])('is "%s"', (words, field, filter) => {
    expect(describeFilter({ ...filter }, field, context)).toBe(words);
  });

  it.each([
    ['en', 'Success, Failed'],
    ['es', 'Exitoso, Fallido'],
    ['zh', '成功、失败'],
    ['ja', '成功、失敗'],
  ] as const)('lists several values as is usual in %s', async (language, words) => {
    const written = await formatContext({ language });
    expect(describeFilter({ status: ['success', 'failed'] }, status, written)).toBe(words);
  });
});

describe('typed numbers', () => {
  it('are read in stored units; an empty one sets no limit', () => {
    expect(readTypedNumbers(['1,234.5', ' '], 2, MAX_AMOUNT)).toEqual({
      digits: ['123450', null],
      problems: [null, null],
    });
  });

  it.each([
    [
      ['12.345', ''],
      ['too_many_decimals', null],
    ],
    [
      ['abc', '-1'],
      ['not_a_number', 'negative'],
    ],
    [
      ['', '１００'],
      [null, 'other_digits'],
    ],
    [
      ['92,233,720,368,547,758.08', ''],
      ['too_large', null],
    ],
    [
      ['10', '9.99'],
      [null, 'range_order'],
    ],
  ])('%j have the problems %j', (typed, problems) => {
    expect(readTypedNumbers(typed, 2, MAX_AMOUNT).problems).toEqual(problems);
  });

  it('must not exceed what the server can compare with', () => {
    expect(readTypedNumbers(['101'], 0, 100n).problems).toEqual(['too_large']);
  });
});
