import { describe, expect, it } from 'vitest';
import { listening } from './listening.ts';

describe('npm run listen', () => {
  const served = listening();
  const { listen } = served;

  it('ends with the reason if it has a live key, or none', async () => {
    const live = await listen(await served.world.keyOf('live')).ended();
    expect(live).toMatchObject({ code: 1, output: expect.stringContaining('test_key_needed') });
    const wrong = await listen('0'.repeat(32)).ended();
    expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('signature_invalid') });
    const usage = await listen('').ended();
    expect(usage).toMatchObject({ code: 1, output: expect.stringContaining('Usage: npm run listen') });
  });
});
