import { describe, expect, it } from 'vitest';
import { idsByReference } from '#console/resource/references/useReferenceNames.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';

const fields: Field[] = [
  { source: 'order_no', type: 'text' },
  { source: 'channel_id', type: 'reference', reference: 'channels' },
  { source: 'old_channel_id', type: 'reference', reference: 'channels' },
  { source: 'payer_id', type: 'reference', reference: 'payers' },
];

describe('the ids that records refer to', () => {
  it('are named once for each resource, in the same order for the same ids', () => {
    const records = [
      { order_no: 'x', channel_id: 'b', old_channel_id: 'a' },
      { channel_id: 'a', payer_id: 7 },
      { channel_id: ['b', 'c'] },
    ];
    const expected = [
      ['channels', ['a', 'b', 'c']],
      ['payers', ['7']],
    ];
    expect(idsByReference(fields, records)).toEqual(expected);
    expect(idsByReference(fields, records.toReversed())).toEqual(expected);
  });

  it('are none where there is no value', () => {
    expect(idsByReference(fields, [{ channel_id: null, payer_id: '' }, {}])).toEqual([]);
  });
});
