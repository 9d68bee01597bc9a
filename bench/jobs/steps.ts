import type { Page } from 'playwright-core';
import type { Hand } from './Hand.ts';

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true });
/** An item of the sidebar: a group of pages (button) or a page (link). */
export const menu = (page: Page, name: string, role: 'button' | 'link' = 'link') =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole(role, { name, exact: true });
export const dialog = (page: Page) => page.getByRole('dialog');
export const password = (page: Page) => page.getByLabel(/^Payment password/);

/** Opens a record by a number that was copied elsewhere. */
export async function findByMouse(hand: Hand, number: string): Promise<void> {
  const { page } = hand;
  await hand.click(page.getByRole('search').getByRole('button', { name: 'Search menu' }));
  await page.getByRole('combobox', { name: 'Search menu' }).waitFor();
  await hand.paste(number);
  await hand.click(page.getByRole('option', { name: number }).first());
  await page.getByRole('heading', { name: number }).waitFor();
}

export async function findByKeys(hand: Hand, number: string): Promise<void> {
  await hand.press('Control+K');
  await hand.page.getByRole('combobox', { name: 'Find a page or record' }).waitFor();
  await hand.paste(number);
  await hand.press('Enter');
  await hand.page.getByRole('heading', { name: number }).waitFor();
}
