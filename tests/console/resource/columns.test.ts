import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDeclaration } from '../../../packages/ra-declared/src/declaration/parseDeclaration.ts';
import { columnsOf } from '../../../packages/ra-declared/src/list/columns.ts';

/** The slot of each column on a card, for a shipped declaration. */
function slotsOf(name: string): Record<string, string> {
  const { list } = parseDeclaration(name, readFileSync(`resources/${name}.json`, 'utf8'));
  return Object.fromEntries(columnsOf(list).map(({ field, slot }) => [field.source, slot]));
}

describe('a row as a card', () => {
  it("shows the list's main amount beside the name, and leaves further numbers out", () => {
    expect(slotsOf('orders')).toEqual({
      order_no: 'title',
      merchant_order_no: 'more',
      channel_id: 'more',
      amount: 'lead',
      fee: 'rest',
      arrival_amount: 'rest',
      status: 'state',
      created_at: 'time',
    });
  });

  it("shows the status of the list's tabs below the name, not another one that comes first", () => {
    expect(slotsOf('submerchants')).toMatchObject({ owner_status: 'more', status: 'state' });
  });

  it('labels its numbers if none is the main amount', () => {
    expect(slotsOf('channels')).toEqual({
      name: 'title',
      type: 'more',
      rate_bps: 'figure',
      fixed_fee: 'figure',
      min_fee: 'figure',
      max_fee: 'figure',
      deduction: 'more',
      min_amount: 'figure',
      max_amount: 'figure',
      status: 'state',
    });
  });
});
