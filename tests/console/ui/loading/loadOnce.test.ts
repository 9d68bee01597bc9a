import { expect, it } from 'vitest';
import { loadOnce } from '#console/ui/loading/loadOnce.ts';

it('loads once for all callers', async () => {
  let loads = 0;
  const load = loadOnce(async () => (loads += 1));
  expect(await Promise.all([load(), load()])).toEqual([1, 1]);
  expect(await load()).toBe(1);
});

it('tries again after a failure', async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error('offline');
    return loads;
  });
  await expect(load()).rejects.toThrow('offline');
  await expect(load()).resolves.toBe(2);
});
