import type { Page } from 'playwright-core';
import { generate } from 'otplib';
import { DEMO_PASSWORD, DEMO_TOTP_SECRET } from '#demo/signIns.ts';
import { settled } from './settled.ts';
import type { Site } from './Site.ts';
import { untilOtherRow } from './untilOtherRow.ts';

export interface SignInTimes {
  /** From the navigation until the username can be typed, in milliseconds. */
  typeableMs: number;
  /** From the click on the button to the first row of the list, in milliseconds. */
  firstRowMs: number;
}

/**
 * Loads the login page and signs in. Clicks the button once no request is in progress, because a user takes longer to
 * type.
 * @throws {Error} if the typed text was lost
 */
export async function signIn(page: Page, site: Site, username: string): Promise<SignInTimes> {
  await page.addInitScript(noteTypeable);
  await page.goto(site.origin + site.loginPath, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('typeable').length > 0);
  const name = page.locator('[name=username]');
  await name.pressSequentially(username);
  await page.waitForLoadState('networkidle');
  await page.locator('[name=password]').fill(DEMO_PASSWORD);
  await page.locator('[name=totp_code]').fill(await generate({ secret: DEMO_TOTP_SECRET }));
  await settled(page);
  if ((await name.inputValue()) !== username) throw new Error(`${site.name}: what was typed at once is gone`);
  const typeableMs = await page.evaluate(() => performance.getEntriesByName('typeable')[0]?.startTime ?? Number.NaN);
  const firstRowMs = await untilOtherRow(page, page.getByRole('button', { name: 'Sign in', exact: true }));
  return { typeableMs, firstRowMs };
}

/** Marks the first frame in which the username field keeps typed text. Runs in the browser. */
async function noteTypeable(): Promise<void> {
  for (;;) {
    await new Promise(requestAnimationFrame);
    const field = document.querySelector('[name=username]');
    if (field?.matches(':enabled') && field.checkVisibility({ visibilityProperty: true, opacityProperty: true })) break;
  }
  performance.mark('typeable');
}
