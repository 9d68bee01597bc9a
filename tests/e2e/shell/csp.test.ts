import { describe, expect, it } from 'vitest';
import { servedConsole } from '#tests/support/servedConsole.ts';

describe('the content security policy', () => {
  const strict = servedConsole();

  it.each(['/', '/login', '/orderList', '/no/such/page'])('is sent with %s and allows nothing inline', async (path) => {
    const { headers } = await strict.console.world.call({ url: path });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|https?:|\*/);
  });
});
