import { describe, expect, it } from 'vitest';
import { idsByReference } from '../../../packages/ra-declared/src/references/idsByReference.ts';
import type { Field } from '@merchant-console/declaration';

const fields: Field[] = [
  { source: 'order_no', type: 'text' },
  { source: 'channel_id', type: 'reference', reference: 'channels' },
  { source: 'old_channel_id', type: 'reference', reference: 'channels' },
  { source: 'payer_id', type: 'reference', reference: 'payers' },
];

/** The paths of a user who may open all records except secrets. */
const pathOf = (resource: string, id: string) => (resource === 'secrets' ? null : `/${resource}/${id}`);

describe('the IDs of referenced records', () => {
  it('are listed once for each resource, in the same order for the same IDs', () => {
    const records = [
      { order_no: 'x', channel_id: 'b', old_channel_id: 'a' },
      { channel_id: 'a', payer_id: 7 },
      { channel_id: ['b', 'c'] },
    ];
    const expected = [
      ['channels', ['a', 'b', 'c']],
      ['payers', ['7']],
    ];
    expect(idsByReference(fields, records, pathOf)).toEqual(expected);
    expect(idsByReference(fields, records.toReversed(), pathOf)).toEqual(expected);
  });

  it('are none if there is no value', () => {
    expect(idsByReference(fields, [{ channel_id: null, payer_id: '' }, {}], pathOf)).toEqual([]);
  });

  it('include texts that contain IDs of records that the user may open', () => {
    const linked: Field[] = [
      { source: 'record_id', type: 'text', link: { by: 'resource' } },
      { source: 'number', type: 'text', link: { by: 'resource', id: 'record_id' } },
    ];
    const records = [
      { resource: 'orders', record_id: 'o1', number: 'C1' },
      { resource: 'secrets', record_id: 's1', number: 'S1' },
      { resource: '', record_id: 'x', number: 'X' },
    ];
    expect(idsByReference(linked, records, pathOf)).toEqual([['orders', ['o1']]]);
  });
});
