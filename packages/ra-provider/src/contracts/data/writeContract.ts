import type { DataProvider, Identifier, RaRecord } from 'react-admin';
import { describe, expect, it } from 'vitest';
import type { DataContract } from '../DataContract.ts';
import { listParams } from './listParams.ts';

export function writeContract({ seed, open }: DataContract): void {
  const { resource, records, missingId, writing } = seed;
  if (!writing) throw new Error('A seed for a provider that writes needs `writing`');
  const { draft, change } = writing;
  const ids = records.map(({ id }) => id);
  const without = (...gone: Identifier[]) => records.filter(({ id }) => !gone.includes(id));

  const stored = async (dataProvider: DataProvider): Promise<RaRecord[]> => {
    const params = listParams(seed, { perPage: records.length + 10 });
    return (await dataProvider.getList(resource, params)).data;
  };
  /** The records except the touched ones, in order. */
  const untouched = (now: RaRecord[], touched: Identifier[]) => now.filter(({ id }) => !touched.includes(id));

  describe('create', () => {
    it('stores exactly the given values, under a new ID', async () => {
      const { dataProvider } = await open();
      const { data: created } = await dataProvider.create(resource, { data: draft });
      expect(created).toMatchObject(draft);
      expect(ids).not.toContain(created.id);
      expect((await dataProvider.getOne(resource, { id: created.id })).data).toStrictEqual(created);
      expect(untouched(await stored(dataProvider), [created.id])).toStrictEqual(records);
    });

    it('gives each of several concurrent records its own ID', async () => {
      const { dataProvider } = await open();
      const made = await Promise.all([1, 2, 3].map(() => dataProvider.create(resource, { data: draft })));
      expect(new Set(made.map(({ data }) => data.id)).size).toBe(3);
      expect(await stored(dataProvider)).toHaveLength(records.length + 3);
    });
  });

  describe('update', () => {
    it.each(records)('changes $id and no other', async (record) => {
      const { dataProvider } = await open();
      const params = { id: record.id, data: { ...record, ...change }, previousData: record };
      const { data: updated } = await dataProvider.update(resource, params);
      expect(updated).toMatchObject({ id: record.id, ...change });
      expect((await dataProvider.getOne(resource, { id: record.id })).data).toStrictEqual(updated);
      expect(untouched(await stored(dataProvider), [record.id])).toStrictEqual(without(record.id));
    });

    it("keeps fields that aren't given", async () => {
      const { dataProvider } = await open();
      for (const record of records) {
        const { data } = await dataProvider.update(resource, { id: record.id, data: change, previousData: record });
        expect(Object.keys(data).toSorted()).toStrictEqual(Object.keys({ ...record, ...change }).toSorted());
      }
    });

    it('rejects for an unknown ID, and creates no record', async () => {
      const { dataProvider } = await open();
      const params = { id: missingId, data: change, previousData: { id: missingId } };
      await expect(dataProvider.update(resource, params)).rejects.toThrow(/./);
      expect(await stored(dataProvider)).toStrictEqual(records);
    });
  });

  describe('delete', () => {
    it.each(records)('removes $id and no other', async (record) => {
      const { dataProvider } = await open();
      const { data } = await dataProvider.delete(resource, { id: record.id, previousData: record });
      expect(data.id).toBe(record.id);
      await expect(dataProvider.getOne(resource, { id: record.id })).rejects.toThrow(/./);
      expect(await stored(dataProvider)).toStrictEqual(without(record.id));
    });

    it('rejects for an unknown ID', async () => {
      const { dataProvider } = await open();
      await expect(dataProvider.delete(resource, { id: missingId })).rejects.toThrow(/./);
      expect(await stored(dataProvider)).toStrictEqual(records);
    });
  });

  describe('updateMany and deleteMany', () => {
    const some = ids.slice(1, 3);

    it('change the given records and no others', async () => {
      const { dataProvider } = await open();
      expect((await dataProvider.updateMany(resource, { ids: some, data: change })).data).toStrictEqual(some);
      const now = await stored(dataProvider);
      expect(untouched(now, some)).toStrictEqual(without(...some));
      const changed = now.filter(({ id }) => some.includes(id));
      expect(changed).toHaveLength(some.length);
      for (const row of changed) expect(row).toMatchObject(change);
    });

    it('remove the given records and no others', async () => {
      const { dataProvider } = await open();
      expect((await dataProvider.deleteMany(resource, { ids: some })).data).toStrictEqual(some);
      expect(await stored(dataProvider)).toStrictEqual(without(...some));
    });

    it('do nothing for an empty list of IDs', async () => {
      const { dataProvider } = await open();
      await dataProvider.updateMany(resource, { ids: [], data: change });
      await dataProvider.deleteMany(resource, { ids: [] });
      expect(await stored(dataProvider)).toStrictEqual(records);
    });
  });
}
