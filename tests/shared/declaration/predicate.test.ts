import { describe, expect, it } from 'vitest';
import { fieldsOf, holds, type Predicate } from '@merchant-console/declaration';

const record = { status: 'success', amount: '100', long: '9007199254740993', made_at: '2026-03-08', note: '', rank: 7 };

describe('a condition on a record', () => {
  it.each<[Predicate, boolean]>([
    [{ field: 'status', eq: 'success' }, true],
    [{ field: 'status', eq: 'failed' }, false],
    [{ field: 'status', ne: 'success' }, false],
    [{ field: 'status', ne: 'failed' }, true],
    [{ field: 'status', in: ['failed', 'success'] }, true],
    [{ field: 'status', in: ['failed', 'pending'] }, false],
    [{ field: 'status', in: [] }, false],
    [{ field: 'amount', gt: 99 }, true],
    [{ field: 'amount', gt: 100 }, false],
    [{ field: 'amount', gt: '9' }, true],
    [{ field: 'amount', lt: 101 }, true],
    [{ field: 'amount', lt: 100 }, false],
    [{ field: 'amount', lt: 11 }, false],
    [{ field: 'long', gt: '9007199254740992' }, true],
    [{ field: 'long', eq: '9007199254740992' }, false],
    [{ field: 'made_at', gt: '2026-03-07' }, true],
    [{ field: 'made_at', gt: '2026-03-08' }, false],
    [{ field: 'made_at', lt: '2026-03-09' }, true],
    [{ field: 'made_at', lt: '2026-03-08' }, false],
    [{ field: 'rank', eq: '007' }, true],
    [{ field: 'rank', eq: '-7' }, false],
    [{ field: 'status', gt: 5 }, true],
    [{ field: 'note', eq: null }, true],
    [{ field: 'note', eq: '' }, true],
    [{ field: 'none', eq: null }, true],
    [{ field: 'none', eq: 'null' }, false],
    [{ field: 'none', ne: null }, false],
    [{ field: 'none', ne: 'x' }, true],
    [{ field: 'none', gt: '' }, false],
    [{ field: 'none', lt: 'x' }, false],
    [{ not: { field: 'status', eq: 'success' } }, false],
    [{ not: { field: 'none', gt: 1 } }, true],
    [{ all: [] }, true],
    [{ any: [] }, false],
    [
      {
        all: [
          { field: 'rank', eq: 7 },
          { field: 'rank', eq: 8 },
        ],
      },
      false,
    ],
    [
      {
        any: [
          { field: 'rank', eq: 7 },
          { field: 'rank', eq: 8 },
        ],
      },
      true,
    ],
  ])('%j: %s', (predicate, expected) => {
    expect(holds(predicate, record)).toBe(expected);
  });

  it('lists its fields and their paths', () => {
    const nested: Predicate = { all: [{ field: 'a', eq: 1 }, { any: [{ not: { field: 'b', ne: 2 } }] }] };
    expect(fieldsOf(nested, ['when'])).toEqual([
      { source: 'a', path: ['when', 'all', 0, 'field'] },
      { source: 'b', path: ['when', 'all', 1, 'any', 0, 'not', 'field'] },
    ]);
  });
});
