import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { batchWorld, HEADER, row, type BatchWorld } from './batchWorld.ts';

const file = (...rows: string[]) => [HEADER, ...rows].join('\n');

describe('batches of payouts', () => {
  let batches: BatchWorld;
  beforeAll(async () => {
    batches = await batchWorld(USUAL_DATABASE);
  });
  afterAll(() => batches.world.close());

  it('have correct totals after any changes of their rows', async () => {
    const amounts = fc.constantFrom('10', '12.50', '0', '-1', 'x', '99999999', '20.00');
    const step = fc.record({ at: fc.nat(9), amount: fc.option(amounts, { nil: null }) });
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(amounts, { minLength: 1, maxLength: 6 }),
        fc.array(step, { maxLength: 16 }),
        async (start, steps) => {
          runs += 1;
          const draft = await batches.uploaded(
            file(...start.map((amount, at) => row({ amount, remark: `run ${runs}/${at}` }))),
          );
          const model = [...start];
          const { items } = await batches.items(draft.id);
          const ids = items.map(({ id }) => id);
          for (const { at, amount } of steps) {
            const place = at % (ids.length || 1);
            const id = ids[place];
            if (id === undefined) break;
            if (amount === null) {
              expect((await batches.remove({ id })).status).toBe(200);
              ids.splice(place, 1);
              model.splice(place, 1);
            } else {
              expect((await batches.repair({ id }, { amount })).status).toBe(200);
              model[place] = amount;
            }
          }
          const { batch } = await batches.items(draft.id);
          const valid = model.map(Number).filter((amount) => amount >= 10 && amount <= 50_000);
          expect(batch).toMatchObject({
            total_count: model.length,
            valid_count: valid.length,
            invalid_count: model.length - valid.length,
            total_amount: String(valid.reduce((sum, amount) => sum + amount * 100, 0)),
          });
        },
      ),
      { numRuns: 6 },
    );
    expect(await batches.violations()).toEqual([]);
  });
});
