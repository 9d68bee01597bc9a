import { expect, it } from 'vitest';
import type { Resource } from '@merchant-console/declaration';
import type { DeclaredServer } from './DeclaredServer.ts';
import { onlyIf } from './onlyIf.ts';
import { allRecords, idsOf } from './recordsOf.ts';

/** Declares the cases without permission and of other tenants. */
export function accessCases(
  { operations, storage }: Resource,
  server: () => DeclaredServer,
  hasStranger: boolean,
): void {
  it('rejects every call without the permission', async () => {
    const [record] = await allRecords(server());
    const id = record?.id ?? 'any';
    const calls = [
      { needs: 'list', method: 'GET', path: '' },
      { needs: 'list', method: 'GET', path: '/summary' },
      { needs: 'export', method: 'GET', path: '/export?format=csv' },
      { needs: 'show', method: 'GET', path: `/${id}` },
      { needs: 'show', method: 'GET', path: `/${id}/timeline` },
      { needs: 'create', method: 'POST', path: '' },
      { needs: 'edit', method: 'PUT', path: `/${id}` },
      { needs: 'delete', method: 'DELETE', path: `/${id}` },
      ...(storage === 'table' ? [{ needs: 'delete', method: 'POST', path: '/deletion' } as const] : []),
    ] as const;
    for (const { needs, method, path } of calls) {
      const isThere = operations.includes(needs);
      const { status } = await server().send('nobody', method, path, method === 'GET' ? undefined : {});
      expect({ path, isRefused: (isThere ? [403] : [403, 404, 405]).includes(status) }).toEqual({
        path,
        isRefused: true,
      });
    }
  });

  it.each(onlyIf(hasStranger, "treats another tenant's record as unknown"))('%s', async () => {
    const records = await allRecords(server());
    const foreign = records.map(({ id }) => id).slice(0, 5);
    for (const id of foreign) {
      expect((await server().send('stranger', 'GET', `/${id}`)).status).toBe(404);
      if (operations.includes('edit')) expect((await server().send('stranger', 'PUT', `/${id}`, {})).status).toBe(404);
      if (operations.includes('delete')) expect((await server().send('stranger', 'DELETE', `/${id}`)).status).toBe(404);
    }
    const filter = encodeURIComponent(JSON.stringify({ id: foreign }));
    expect(idsOf(await server().send('stranger', 'GET', `?filter=${filter}`))).toEqual([]);
  });
}
