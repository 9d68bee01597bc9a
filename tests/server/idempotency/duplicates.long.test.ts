import { it } from 'vitest';
import { expectOneEffect, startDuplicates } from './duplicates.ts';

it('have one effect a key and get identical answers: 20 each of 1,000 keys', { timeout: 240_000 }, async () => {
  const duplicates = await startDuplicates();
  await expectOneEffect(duplicates, 1_000);
  await duplicates.close();
});
