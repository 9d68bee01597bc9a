import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { MoveParams } from '@merchant-console/ra-provider';
import {
  dropMove,
  levelsOf,
  rowsOf,
  stepMove,
  type ArrangedRow,
} from '../../../../packages/ra-declared/src/list/arranged/arrangedRows.ts';

const ARRANGED = { tree: 'parent_id', order: 'position' } as const;

// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface isn't a record of unknown values
type Article = { id: string; parent_id: string | null; position: number };

/** Articles, each below an earlier one or at the top. */
const articles = fc.array(fc.option(fc.nat(), { freq: 3 }), { minLength: 1, maxLength: 14 }).map((parents) =>
  parents.map((parent, index): Article => {
    const above = parent === null || index === 0 ? null : parent % index;
    return { id: `a${index}`, parent_id: above === null ? null : `a${above}`, position: index };
  }),
);

function rows(all: readonly Article[]): ArrangedRow[] {
  const found = rowsOf(levelsOf(all, ARRANGED), new Set(all.map(({ id }) => id)));
  return found.flatMap((row) => ('record' in row ? [row] : []));
}

/** What the server does with a move. */
function moved(all: readonly Article[], { id, parent, after }: MoveParams): Article[] {
  const current = all.find((one) => one.id === id);
  const to = parent === undefined ? (current?.parent_id ?? null) : parent === null ? null : String(parent);
  const level = all
    .filter((one) => one.parent_id === to && one.id !== id)
    .toSorted((one, other) => one.position - other.position);
  const at = after === undefined ? level.length : level.findIndex((one) => one.id === after) + 1;
  const ids = [...level.slice(0, at).map((one) => one.id), id, ...level.slice(at).map((one) => one.id)];
  return all.map((one) => ({
    ...one,
    parent_id: one.id === id ? to : one.parent_id,
    position: ids.includes(one.id) ? ids.indexOf(one.id) : one.position,
  }));
}

const outline = (all: readonly Article[]) => rows(all).map(({ record, level }) => `${level} ${record.id}`);

describe('rows of a tree', () => {
  it('lists each record once, under its parent and one level deeper', () => {
    fc.assert(
      fc.property(articles, (all) => {
        const found = rows(all);
        expect(new Set(found.map(({ record }) => record.id))).toEqual(new Set(all.map(({ id }) => id)));
        expect(found).toHaveLength(all.length);
        for (const { parent, level, record } of found) {
          const above = found.find((row) => row.record.id === parent);
          expect(level).toBe((above?.level ?? 0) + 1);
          expect(record['parent_id'] ?? null).toBe(parent);
        }
      }),
    );
  });

  it('shows records whose parent is not among them at the top, and those without a place last', () => {
    const levels = levelsOf(
      [
        { id: 'new', parent_id: null, position: null },
        { id: 'second', parent_id: null, position: 2 },
        { id: 'orphan', parent_id: 'hidden', position: 1 },
      ],
      ARRANGED,
    );
    expect(levels.get(null)?.records.map(({ id }) => id)).toEqual(['orphan', 'second', 'new']);
  });

  it('hides what is below a closed record, and offers the rest of a level that is not loaded', () => {
    const levels = new Map([
      [null, { records: [{ id: 'a' }, { id: 'b' }], parents: ['a'], total: 5 }],
      ['a', { records: [{ id: 'c' }], parents: [], total: 1 }],
    ]);
    const shown = (opened: string[]) =>
      rowsOf(levels, new Set(opened)).map((row) => ('record' in row ? row.record.id : `${row.left} more`));
    expect(shown([])).toEqual(['a', 'b', '3 more']);
    expect(shown(['a'])).toEqual(['a', 'c', 'b', '3 more']);
  });
});

describe('moves in a tree', () => {
  it('leaves a record where it was dropped, and never below itself', () => {
    const side = fc.constantFrom('before', 'after', 'inside');
    fc.assert(
      fc.property(articles, fc.nat(), fc.nat(), side, (all, from, onto, at) => {
        const before = rows(all);
        const [record, target] = [before[from % before.length], before[onto % before.length]];
        if (!record || !target) return;
        const { id } = record.record;
        const move = dropMove(before, id, { target, side: at });
        const isOwn = isWithin(all, String(target.record.id), String(id));
        if (isOwn) expect(move).toBeNull();
        if (!move) return;
        const after = moved(all, move);
        const found = rows(after);
        expect(found).toHaveLength(all.length);
        const now = found.find((row) => row.record.id === id);
        const beside = found.find((row) => row.record.id === target.record.id);
        if (at === 'inside' || (at === 'after' && target.isOpen)) expect(now?.parent).toBe(target.record.id);
        else expect(now?.parent).toBe(target.parent);
        if (at === 'before') expect((now?.at ?? 0) + 1).toBe(beside?.at);
        if (at === 'after') expect(now?.at).toBe(target.isOpen ? 0 : (beside?.at ?? 0) + 1);
      }),
      { numRuns: 500 },
    );
  });

  it('undoes each step by the opposite one, where the place is the same', () => {
    fc.assert(
      fc.property(
        articles,
        fc.nat(),
        fc.constantFrom(['up', 'down'], ['down', 'up'], ['in', 'out']),
        (all, at, steps) => {
          const [there, back] = steps;
          const row = rows(all)[at % all.length];
          const move = row && stepMove(rows(all), row, there, ARRANGED);
          if (!row || !move) return;
          const after = moved(all, move);
          expect(outline(after)).not.toEqual(outline(all));
          const now = rows(after).find(({ record }) => record.id === row.record.id);
          const reverse = now && stepMove(rows(after), now, back, ARRANGED);
          expect(reverse && outline(moved(after, reverse))).toEqual(outline(all));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('has no steps that the resource does not know', () => {
    const all = [
      { id: 'a', parent_id: null, position: 0 },
      { id: 'b', parent_id: null, position: 1 },
    ];
    const second = rows(all)[1];
    const steps = (resource: { tree: string | null; order: string | null }) =>
      (['up', 'down', 'in', 'out'] as const).filter((step) => second && stepMove(rows(all), second, step, resource));
    expect(steps(ARRANGED)).toEqual(['up', 'in']);
    expect(steps({ tree: null, order: 'position' })).toEqual(['up']);
    expect(steps({ tree: 'parent_id', order: null })).toEqual(['in']);
  });
});

function isWithin(all: readonly Article[], id: string | null, above: string): boolean {
  if (id === null || id === above) return id !== null;
  return isWithin(all, all.find((one) => one.id === id)?.parent_id ?? null, above);
}
