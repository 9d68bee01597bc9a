import { describe, expect, it } from 'vitest';
import { fieldTypeOf } from '../../../packages/ra-declared/src/fields/fieldTypes.ts';
import type { FormatContext } from '../../../packages/ra-declared/src/ui/FormatContext.ts';
import { formatField, formatFieldAlone } from '../../../packages/ra-declared/src/fields/formatField.ts';
import type { Field } from '@merchant-console/declaration';
import { formatContext } from '#tests/support/formatContext.ts';

const context = await formatContext();
const yen = await formatContext({ currencyData: { currency: 'JPY', is_divide_hundred: 0, time_zone: 'Asia/Tokyo' } });
const inZone = (time_zone: string): FormatContext => ({
  ...context,
  currencyData: { ...context.currencyData, time_zone },
});

const money: Field = { source: 'amount', type: 'money', currency: 'currency' };
const status: Field = {
  source: 'status',
  type: 'enum',
  choices: [{ id: 'success', color: 'success' }, { id: 'half_done' }, { id: 'named', name: { en: 'In words' } }],
};
const everyType: Field[] = [
  { source: 'x', type: 'text' },
  { source: 'x', type: 'longtext' },
  { source: 'x', type: 'integer' },
  { source: 'x', type: 'rate' },
  { source: 'x', type: 'datetime' },
  { source: 'x', type: 'reference', reference: 'channels' },
  { ...money, source: 'x' },
  { ...status, source: 'x' },
];

function shown(value: unknown, field: Field, by = context): string {
  return formatField({ [field.source]: value }, field, by);
}

describe('an amount', () => {
  it.each([
    ['123456', '1,234.56'],
    ['0', '0.00'],
    ['5', '0.05'],
    ['-1', '-0.01'],
    // The first value that a float gets wrong is 70,368,744,177,664.01.
    ['7036874417766401', '70,368,744,177,664.01'],
    ['9223372036854775807', '92,233,720,368,547,758.07'],
  ])('of %s hundredths is %s', (minor, text) => {
    expect(shown(minor, money)).toBe(text);
  });

  it('stored in whole units is shown without decimals', () => {
    expect(shown('9223372036854775807', money, yen)).toBe('9,223,372,036,854,775,807');
  });

  it("includes its currency only if it isn't the tenant’s", () => {
    expect(formatField({ amount: '1200', currency: 'CNY' }, money, context)).toBe('12.00');
    expect(formatField({ amount: '1200', currency: 'JPY' }, money, context)).toBe('1,200 JPY');
    expect(formatField({ amount: '1200', currency: 'USD' }, money, yen)).toBe('12.00 USD');
  });

  it("has a unit if its text doesn't include the currency", () => {
    const unitOf = (currency: string) => fieldTypeOf(money).unit?.(context, money, { amount: '1200', currency });
    expect([unitOf('CNY'), unitOf(''), unitOf('JPY')]).toEqual(['CNY', 'CNY', '']);
    expect(fieldTypeOf(money).unit?.(context, money)).toBe('CNY');
  });

  it('always includes its currency where it stands alone', () => {
    expect(formatFieldAlone({ amount: '1200' }, money, context)).toBe('12.00 CNY');
    expect(formatFieldAlone({ amount: '1200', currency: 'JPY' }, money, context)).toBe('1,200 JPY');
    expect(formatFieldAlone({ amount: null }, money, context)).toBe('');
  });
});

describe('a rate in hundredths of a percent', () => {
  it.each([
    [250, '2.50%'],
    [0, '0.00%'],
    [5, '0.05%'],
    [115, '1.15%'],
    [10_000, '100.00%'],
  ])('of %d is %s', (bps, text) => {
    expect(shown(bps, { source: 'rate_bps', type: 'rate' })).toBe(text);
  });
});

describe('a time', () => {
  const field: Field = { source: 'created_at', type: 'datetime' };

  it.each([
    ['2026-11-20T16:00:00.000Z', 'Asia/Shanghai', '2026-11-21 00:00:00'],
    ['2026-11-20T16:00:00.999Z', 'UTC', '2026-11-20 16:00:00'],
    ['2026-11-20T23:30:00+09:00', 'Asia/Tokyo', '2026-11-20 23:30:00'],
    // New York, 2026-03-08: the clocks skip from 2:00 to 3:00.
    ['2026-03-08T06:59:59Z', 'America/New_York', '2026-03-08 01:59:59'],
    ['2026-03-08T07:00:00Z', 'America/New_York', '2026-03-08 03:00:00'],
    // 2026-11-01: the hour from 1:00 to 2:00 is repeated.
    ['2026-11-01T05:30:00Z', 'America/New_York', '2026-11-01 01:30:00'],
    ['2026-11-01T06:30:00Z', 'America/New_York', '2026-11-01 01:30:00'],
    // Both sides of the date line.
    ['2026-06-01T11:00:00Z', 'Pacific/Kiritimati', '2026-06-02 01:00:00'],
    ['2026-06-01T10:00:00Z', 'Pacific/Pago_Pago', '2026-05-31 23:00:00'],
    ['2026-06-01T00:00:00Z', 'Asia/Kathmandu', '2026-06-01 05:45:00'],
  ])('%s is in %s %s', (instant, zone, text) => {
    expect(shown(instant, field, inZone(zone))).toBe(text);
  });

  it('of ten digits is in seconds, as a number or a string; of thirteen in milliseconds', () => {
    const text = '2026-11-21 00:00:00';
    expect(shown(1795190400, field)).toBe(text);
    expect(shown('1795190400', field)).toBe(text);
    expect(shown(1795190400000, field)).toBe(text);
  });

  it("without a zone is UTC, whatever this computer's time zone", () => {
    expect(shown('2026-11-20T16:00:00', field)).toBe('2026-11-21 00:00:00');
  });

  it('is shown in UTC where the tenant’s zone is unknown', () => {
    expect(shown('2026-11-20T16:00:00Z', field, inZone('Mars/Olympus'))).toBe('2026-11-20 16:00:00');
  });
});

describe('a choice', () => {
  it('has its name, else its own translation, else its humanised ID', async () => {
    const success = { id: 'success', name: 'status.success' };
    const notify: Field = { source: 'notify_status', type: 'enum', choices: [{ id: 'failed' }, success] };
    const chinese = await formatContext({ language: 'zh' });
    expect(shown('failed', notify, chinese)).toBe('通知失败');
    expect(shown('success', notify, chinese)).toBe('成功');
    expect(shown('half_done', status)).toBe('Half done');
    expect(shown('named', status)).toBe('In words');
    // Not the product's word for an order that expired.
    const ticket: Field = { source: 'status', type: 'enum', choices: [{ id: 'closed' }, { id: 'pass' }] };
    expect(['closed', 'pass'].map((id) => shown(id, ticket))).toEqual(['Closed', 'Pass']);
  });

  it("that isn't declared is shown nevertheless", () => {
    expect(shown('new_state', status)).toBe('New state');
  });
});

describe('a reference', () => {
  const channel: Field = { source: 'channel_id', type: 'reference', reference: 'channels' };

  it('is the name of its record, or the ID until that is loaded', async () => {
    const named = await formatContext({ referenceName: (_, id) => (id === 'c1' ? 'Alipay QR' : undefined) });
    expect(shown('c1', channel, named)).toBe('Alipay QR');
    expect(shown('c2', channel, named)).toBe('c2');
  });
});

describe('a whole number', () => {
  it('is grouped by threes at any size', () => {
    expect(shown(1234567, { source: 'n', type: 'integer' })).toBe('1,234,567');
    expect(shown('9223372036854775807', { source: 'n', type: 'integer' })).toBe('9,223,372,036,854,775,807');
  });
});

describe.each(everyType)('the type $type', (field) => {
  it('formats no value as an empty text', () => {
    expect(shown(null, field)).toBe('');
    expect(shown(undefined, field)).toBe('');
  });

  it.each([['text'], [1.5], [Number.NaN], [true], [{ a: 1 }], [[]], ['1e5'], ['9999-99-99']])(
    'formats %j as some text without throwing',
    (value) => {
      expect(shown(value, field)).not.toBe('');
      expect(fieldTypeOf(field).readFilterValue(value, field)).not.toBeUndefined();
    },
  );
});
