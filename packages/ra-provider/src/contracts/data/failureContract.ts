import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DataContract, DataProviderUnderTest } from '../DataContract.ts';
import type { Faults } from '../Faults.ts';
import { reads } from './reads.ts';

function faultsOf({ faults }: DataProviderUnderTest): Faults {
  if (!faults) throw new Error('makeProvider gives no `faults`: say so in `capabilities`');
  return faults;
}

export function failureContract({ seed, open }: DataContract): void {
  const { resource, records } = seed;

  describe.each(reads(seed))('failure of %s', (_, read) => {
    it("rejects with the back end's status and message", async () => {
      const made = await open();
      faultsOf(made).refuse({ status: 409, message: 'Not now, 请稍候' });
      await expect(read(made.dataProvider)).rejects.toMatchObject({ status: 409, message: 'Not now, 请稍候' });
    });

    it('rejects after exactly 5000 ms without a response', async () => {
      const made = await open();
      faultsOf(made).hang();
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const settled = vi.fn<(outcome: unknown) => void>();
      void read(made.dataProvider).then(settled, settled);
      await vi.advanceTimersByTimeAsync(4999);
      expect(settled).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(settled).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ message: 'timeout of 5000ms exceeded' }),
      );
    });

    it('rejects immediately if the back end is unreachable', async () => {
      const made = await open();
      faultsOf(made).disconnect();
      await expect(read(made.dataProvider)).rejects.toThrow('Network Error');
    });

    it('rejects with a readable message if a proxy responds with a page of its own', async () => {
      const made = await open();
      faultsOf(made).garble();
      await expect(read(made.dataProvider)).rejects.toThrow(/^(?!.*(JSON|token|undefined|<)).+$/i);
    });

    it('works again after the fault', async () => {
      const made = await open();
      const before = await read(made.dataProvider);
      faultsOf(made).disconnect();
      const [failed, whole] = await Promise.allSettled([read(made.dataProvider), read(made.dataProvider)]);
      expect(failed.status).toBe('rejected');
      expect(whole).toStrictEqual({ status: 'fulfilled', value: before });
      expect(await read(made.dataProvider)).toStrictEqual(before);
    });
  });

  describe('rejection of a form', () => {
    const changed = Object.keys(seed.writing?.change ?? { name: '', amount: '' });
    const errors = Object.fromEntries(changed.map((source) => [source, `${source} is wrong`]));
    const refusal = { status: 422, message: 'Please check', errors };

    it('has the message of each field where react-admin reads it, for create and update', async () => {
      const made = await open();
      const { dataProvider } = made;
      const [record = { id: seed.missingId }] = records;
      const writes = [
        () => dataProvider.create(resource, { data: { name: 'x' } }),
        () => dataProvider.update(resource, { id: record.id, data: { name: 'x' }, previousData: record }),
      ];
      for (const write of writes) {
        faultsOf(made).refuse(refusal);
        await expect(write()).rejects.toMatchObject({ status: 422, body: { errors: refusal.errors } });
      }
    });
  });
}
