import type { Identifier, RaRecord } from 'react-admin';
import { describe, expect, it } from 'vitest';
import type { DataContract } from '../DataContract.ts';
import { listParams } from './listParams.ts';

/** IDs that break carelessly built URLs. A provider must request exactly these. */
const ODD_IDS = ['no/such', 'no#such', 'no such', '?id=1', '100%', '%2F', '..', '../..', 'ñ 订单 🧾', "'; --"];

export function readContract(
  { seed, open }: DataContract,
  { getManyOfMissing }: { getManyOfMissing: 'leaves it out' | 'rejects' },
): void {
  const { resource, records, reference, missingId } = seed;
  const ids = records.map(({ id }) => id);
  const withIds = (wanted: readonly Identifier[]) => records.filter(({ id }) => wanted.includes(id));

  describe('getList', () => {
    it('returns every record unchanged, in order, and the total', async () => {
      const { dataProvider } = await open();
      const { data, total } = await dataProvider.getList(resource, listParams(seed));
      expect(data).toStrictEqual(records);
      expect(total).toBe(records.length);
    });

    it('returns them in reverse order', async () => {
      const { dataProvider } = await open();
      const { data } = await dataProvider.getList(resource, listParams(seed, { order: 'DESC' }));
      expect(data).toStrictEqual(records.toReversed());
    });

    it.each([1, 2, 3])('returns pages of %i that together are complete, each with the total', async (perPage) => {
      const { dataProvider } = await open();
      const pages: RaRecord[][] = [];
      for (let page = 1; page <= Math.ceil(records.length / perPage); page += 1) {
        const { data, total } = await dataProvider.getList(resource, listParams(seed, { page, perPage }));
        expect(total).toBe(records.length);
        pages.push(data);
      }
      expect(pages.flat()).toStrictEqual(records);
      expect(pages.slice(0, -1).every((page) => page.length === perPage)).toBe(true);
    });

    it.each([1, 1000])('returns no records but the correct total %i page(s) past the end', async (past) => {
      const { dataProvider } = await open();
      const answer = await dataProvider.getList(resource, listParams(seed, { page: 1 + past }));
      expect(answer).toMatchObject({ data: [], total: records.length });
    });

    it.each(seed.filters)('returns the matches of $filter, and no others', async ({ filter, ids: chosen }) => {
      const { dataProvider } = await open();
      const { data, total } = await dataProvider.getList(resource, listParams(seed, { filter }));
      expect(data).toStrictEqual(withIds(chosen));
      expect(total).toBe(chosen.length);
    });

    it('counts only the matches of the filter if it returns a page of them', async () => {
      const { dataProvider } = await open();
      for (const { filter, ids: chosen } of seed.filters) {
        const { data, total } = await dataProvider.getList(resource, listParams(seed, { filter, perPage: 1, page: 2 }));
        expect(data).toStrictEqual(withIds(chosen).slice(1, 2));
        expect(total).toBe(chosen.length);
      }
    });

    it('returns nothing for a filter without matches', async () => {
      const { dataProvider } = await open();
      const answer = await dataProvider.getList(resource, listParams(seed, { filter: seed.emptyFilter }));
      expect(answer).toMatchObject({ data: [], total: 0 });
    });
  });

  describe('getOne', () => {
    it.each(records)('returns the record $id', async (record) => {
      const { dataProvider } = await open();
      expect((await dataProvider.getOne(resource, { id: record.id })).data).toStrictEqual(record);
    });

    it.each([missingId, ...ODD_IDS])('rejects for the unknown ID %j', async (id) => {
      const { dataProvider } = await open();
      await expect(dataProvider.getOne(resource, { id })).rejects.toThrow(/./);
    });
  });

  describe('getMany', () => {
    it('returns the records in the requested order', async () => {
      const { dataProvider } = await open();
      expect((await dataProvider.getMany(resource, { ids: ids.toReversed() })).data).toStrictEqual(
        records.toReversed(),
      );
      expect((await dataProvider.getMany(resource, { ids: ids.slice(1, 3) })).data).toStrictEqual(records.slice(1, 3));
    });

    it('returns nothing for an empty list of IDs', async () => {
      const { dataProvider } = await open();
      expect((await dataProvider.getMany(resource, { ids: [] })).data).toStrictEqual([]);
    });

    it('accepts a duplicate ID', async () => {
      const { dataProvider } = await open();
      const { data } = await dataProvider.getMany(resource, { ids: [...ids, ...ids] });
      expect(data.filter((row, index) => data.findIndex(({ id }) => id === row.id) === index)).toStrictEqual(records);
      expect(data.every((row) => records.some(({ id }) => id === row.id))).toBe(true);
    });

    it(`${getManyOfMissing} if an ID has no record`, async () => {
      const { dataProvider } = await open();
      const answer = dataProvider.getMany(resource, { ids: [...ids.slice(0, 1), missingId, ...ids.slice(1)] });
      if (getManyOfMissing === 'rejects') await expect(answer).rejects.toThrow(/./);
      else expect((await answer).data).toStrictEqual(records);
    });
  });

  describe('getManyReference', () => {
    const { target, id, ids: referring } = reference;

    it('returns the records that reference another, and their number', async () => {
      const { dataProvider } = await open();
      const { data, total } = await dataProvider.getManyReference(resource, { ...listParams(seed), target, id });
      expect(data).toStrictEqual(withIds(referring));
      expect(total).toBe(referring.length);
    });

    it('returns them page by page, in order', async () => {
      const { dataProvider } = await open();
      const params = { ...listParams(seed, { perPage: 1, page: 2, order: 'DESC' }), target, id };
      const { data, total } = await dataProvider.getManyReference(resource, params);
      expect(data).toStrictEqual(withIds(referring).toReversed().slice(1, 2));
      expect(total).toBe(referring.length);
    });
  });

  it('keeps concurrent calls apart', async () => {
    const { dataProvider } = await open();
    const [single, pages, many] = await Promise.all([
      Promise.all(ids.map((id) => dataProvider.getOne(resource, { id }))),
      Promise.all(
        ids.map((_, index) => dataProvider.getList(resource, listParams(seed, { perPage: 1, page: index + 1 }))),
      ),
      Promise.all(ids.map((id) => dataProvider.getMany(resource, { ids: [id] }))),
    ]);
    expect(single.map(({ data }) => data)).toStrictEqual(records);
    expect(pages.flatMap(({ data }) => data)).toStrictEqual(records);
    expect(many.flatMap(({ data }) => data)).toStrictEqual(records);
  });
}
