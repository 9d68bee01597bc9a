import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConflictError, UnavailableError } from '#server/errors.ts';
import { inGroups } from '#server/jobs/inGroups.ts';
import { gate } from '#tests/support/gate.ts';

const keyOf = (item: string) => item.charAt(0);

describe('acting in groups', () => {
  it('acts on a single item at once, and on those that arrive meanwhile together', async () => {
    const groups: string[][] = [];
    const first = gate();
    const act = inGroups({
      keyOf,
      most: 3,
      async act(items: readonly string[]) {
        groups.push([...items]);
        if (items.includes('a1')) await first.opened;
        return items.map((item) => item.toUpperCase());
      },
    });
    const one = act('a1');
    await turn();
    await turn();
    expect(groups).toEqual([['a1']]);
    const others = ['a2', 'a3', 'a4', 'a5', 'b1'].map(act);
    expect(await others[4]).toBe('B1');
    expect(groups).toEqual([['a1'], ['b1']]);
    first.open();
    expect(await Promise.all([one, ...others])).toEqual(['A1', 'A2', 'A3', 'A4', 'A5', 'B1']);
    expect(groups).toEqual([['a1'], ['b1'], ['a2', 'a3', 'a4'], ['a5']]);
  });

  it('lets only those fail that fail alone, and keeps the order of the others', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 20 }), async (fails) => {
        const done: number[] = [];
        const act = inGroups({
          keyOf: () => '',
          most: 8,
          async act(items: readonly number[]) {
            const bad = items.find((item) => fails[item]);
            if (bad !== undefined) throw new ConflictError({ id: `no ${bad}` });
            done.push(...items);
            return items;
          },
        });
        const results = await Promise.allSettled(fails.map((_, item) => act(item)));
        expect(results).toEqual(
          fails.map((isBad, value) =>
            isBad
              ? { status: 'rejected', reason: new ConflictError({ id: `no ${value}` }) }
              : { status: 'fulfilled', value },
          ),
        );
        expect(done).toEqual(fails.flatMap((isBad, item) => (isBad ? [] : [item])));
      }),
    );
  });

  it("doesn't try again if the database can't be used", async () => {
    let acts = 0;
    const act = inGroups({
      keyOf,
      most: 8,
      act: (): Promise<string[]> => {
        acts += 1;
        return Promise.reject(new UnavailableError('gone', null));
      },
    });
    const results = await Promise.allSettled(['a1', 'a2', 'a3'].map(act));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(acts).toBe(1);
  });
});
