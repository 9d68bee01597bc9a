import { describe, expect, it } from 'vitest';
import type { DataContract } from '../DataContract.ts';
import { reads } from './reads.ts';

export function abortContract({ seed, open }: DataContract, canAbort: boolean): void {
  describe('abort', () => {
    it('is announced exactly if it is supported', async () => {
      const { dataProvider } = await open();
      expect(dataProvider.supportAbortSignal ?? false).toBe(canAbort);
    });

    if (!canAbort) return;

    it.each(reads(seed))('%s rejects with an AbortError when aborted in progress', async (_, read) => {
      const { dataProvider } = await open();
      const controller = new AbortController();
      const answer = read(dataProvider, { signal: controller.signal });
      controller.abort();
      await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    });

    it.each(reads(seed))('%s rejects with an AbortError when aborted beforehand', async (_, read) => {
      const { dataProvider } = await open();
      await expect(read(dataProvider, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    });

    it.each(reads(seed))("%s isn't affected by another aborted call", async (_, read) => {
      const { dataProvider } = await open();
      const undisturbed = await read(dataProvider);
      const controller = new AbortController();
      const [aborted, kept] = [read(dataProvider, { signal: controller.signal }), read(dataProvider)];
      controller.abort();
      await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
      expect(await kept).toStrictEqual(undisturbed);
    });

    it.each(reads(seed))("%s isn't affected by an abort after its end", async (_, read) => {
      const { dataProvider } = await open();
      const controller = new AbortController();
      const answer = await read(dataProvider, { signal: controller.signal });
      controller.abort();
      expect(await read(dataProvider)).toStrictEqual(answer);
    });
  });
}
