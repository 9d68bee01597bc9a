import { describe, expect, it } from 'vitest';
import { ConflictError } from '#server/errors.ts';
import { FAILED, PAID } from '#tests/support/batchSteps.ts';
import { repeatedBatchWorld } from './repeatedBatchWorld.ts';

describe('failed rows of a batch, paid again', () => {
  const { merchantWithMoney, violations } = repeatedBatchWorld();

  it('20 concurrent requests for a new batch create one', async () => {
    const { steps } = await merchantWithMoney();
    for (let round = 0; round < 5; round += 1) {
      const first = await steps.ended([FAILED, PAID, FAILED]);
      const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => steps.repeat(first)));
      const made = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.batch] : []));
      expect(made).toHaveLength(1);
      for (const one of outcomes) {
        if (one.status === 'rejected') expect(one.reason).toMatchObject({ id: 'batch_all_repeated' });
      }
      const [discarded, ...again] = await Promise.allSettled([
        steps.discard(made[0]?.id ?? ''),
        ...Array.from({ length: 5 }, () => steps.repeat(first)),
      ]);
      expect(discarded.status).toBe('fulfilled');
      expect(again.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
    }
    expect(await violations()).toEqual([]);
  });

  it('concurrent requests whose rows resemble a recent payout end without a deadlock', async () => {
    const { steps } = await merchantWithMoney();
    const first = await steps.ended([PAID, ...Array.from({ length: 60 }, () => FAILED)]);
    const { batch } = await steps.repeat(first);
    const rechecks = await Promise.allSettled(Array.from({ length: 20 }, () => steps.recheck(batch.id)));
    expect(rechecks.map(({ status }) => status)).toEqual(rechecks.map(() => 'fulfilled'));
    expect((await steps.items(batch.id)).every((item) => item.recent_payout_no !== null)).toBe(true);
  });

  it('each row is repeated once by a concurrent new batch and single repetitions', async () => {
    const { steps } = await merchantWithMoney();
    for (let round = 0; round < 24; round += 1) {
      const first = await steps.ended([FAILED, FAILED]);
      const [one, other] = (await steps.items(first)).map(({ payout_id }) => payout_id ?? '');
      const [batch, ...requests] = await Promise.allSettled([
        steps.repeat(first),
        ...[one ?? '', other ?? ''].map((id, index) => steps.payAgain(id, (round % 6) * (index + 1))),
      ]);
      const inBatch = batch.status === 'fulfilled' ? (await steps.items(batch.value.batch.id)).length : 0;
      const byThemselves = requests.filter(({ status }) => status === 'fulfilled').length;
      expect(inBatch + byThemselves).toBe(2);
      if (batch.status === 'fulfilled') expect(batch.value.leftOut).toBe(byThemselves);
      for (const refused of [batch, ...requests]) {
        if (refused.status === 'rejected') expect(refused.reason).toBeInstanceOf(ConflictError);
      }
    }
    expect(await violations()).toEqual([]);
  });
});
