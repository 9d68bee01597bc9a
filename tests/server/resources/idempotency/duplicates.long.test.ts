import { it } from 'vitest';
import { expectOneEffect, startDuplicates } from './duplicates.ts';

it('have one effect per key and get identical responses: 20 each of 1,000 keys', { timeout: 240_000 }, async () => {
  const duplicates = await startDuplicates();
  await expectOneEffect(duplicates, 1_000);
  await duplicates.close();
});
