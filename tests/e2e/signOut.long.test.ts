import { describe, expect, it } from 'vitest';
import { untilSignedOut } from '#tests/support/untilSignedOut.ts';
import { servedConsole } from '#tests/support/servedConsole.ts';

describe('signing out', () => {
  const signedIn = servedConsole();

  it('111: happens once, with a message, if the session has ended', async () => {
    const { page, context } = await signedIn.console.open('/dashboard', { as: 'demo' });
    let logouts = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/prod-api/logout')) logouts += 1;
    });
    // Waits for the name, because its request would end the session before the click.
    await page.getByText('林晓').first().waitFor();
    signedIn.console.world.clock.advance(3600);
    const told = page.getByRole('alert').filter({ hasText: 'session has ended' }).waitFor();
    await untilSignedOut(
      page,
      page.getByRole('button', { name: 'Personal settings' }),
      page.getByRole('navigation', { name: 'Main menu' }).getByText('Channel info'),
    );
    await told;
    expect(new URL(page.url()).searchParams.get('redirect')).toMatch(/^\/(?:personal\/channelInformation|dashboard)/);
    expect(logouts).toBeLessThanOrEqual(1);
    await context.close();
  });
});
