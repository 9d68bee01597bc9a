import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildRouteTable } from '#console/shell/menu/routeTable.ts';
import { eject } from '#server/cli/resources/ejectResource.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { toResource } from '@merchant-console/declaration';
import { checkDeclaration } from '@merchant-console/declaration/check';
import { watchForBareKeys } from '../support/bareKeys.ts';
import { sharedBrowser } from '../support/chromium.ts';
import { buildConsoleWith } from '../support/consoleWith.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '../support/openedConsole.ts';
import { watchCalls } from '../support/watchCalls.ts';

/** Resources with lists, forms and record pages, each by a user who has their pages. */
const CASES = [
  ['orders', 'demo'],
  ['payouts', 'demo'],
  ['refunds', 'demo'],
  ['deposits', 'demo'],
  ['withdrawals', 'demo'],
  ['payment_requests', 'demo'],
  ['payees', 'demo'],
  ['bankcards', 'demo'],
  ['roles', 'demo'],
  ['merchants', 'operator'],
] as const;
type User = (typeof CASES)[number][1];
const USERS: readonly User[] = ['demo', 'operator'];
const FOLDER = path.resolve('.cache/tests/ejected');

const rowsSchema = z.object({ data: z.array(z.looseObject({ id: z.string() })) });

async function declarationOf(name: string) {
  const file = `resources/${name}.json`;
  const { subject } = checkDeclaration(file, await readFile(file, 'utf8'));
  if (!subject) throw new Error(`${file} is no declaration`);
  return subject.declaration;
}

interface Shown {
  text?: string;
  declared?: string | undefined;
  bareKeys?: unknown[];
}

/** Levels of 255 by which a pixel may differ, because the same rounded corner is rasterized slightly differently each time. */
const TOLERANCE = 16;

/** Number of pixels that differ between two PNG images of one size. */
async function differingPixels(page: Page, images: readonly Buffer[]): Promise<number> {
  return page.evaluate(
    async ({ encoded, tolerance }) => {
      const [one, other] = await Promise.all(
        encoded.map(async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
          context?.drawImage(bitmap, 0, 0);
          return context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
        }),
      );
      if (!one || one.length === 0 || one.length !== other?.length) return Number.NaN;
      const differing = new Set<number>();
      one.forEach((level, index) => {
        if (Math.abs(level - (other[index] ?? 0)) > tolerance) differing.add(index >> 2);
      });
      return differing.size;
    },
    { encoded: images.map((image) => image.toString('base64')), tolerance: TOLERANCE },
  );
}

const isSame = ({ text, declared, bareKeys }: Shown) => text !== '' && text === declared && bareKeys?.length === 0;

describe('ejected pages', () => {
  let declaredConsole: OpenedConsole;
  let ejectedConsole: OpenedConsole;
  /** A page of the declared console and one of the other, by user. */
  const pages = new Map<User, { opened: ConsolePage; origin: string }[]>();
  let comparing: Page;

  beforeAll(async () => {
    await rm(FOLDER, { recursive: true, force: true });
    await mkdir(FOLDER, { recursive: true });
    for (const [name] of CASES) {
      await writeFile(path.join(FOLDER, `${name}.tsx`), eject(await declarationOf(name)));
    }
    const folder = await buildConsoleWith(FOLDER, 'ejected');
    declaredConsole = await openConsole({ orders: 60 });
    ejectedConsole = await openConsole({ orders: 60, folder });
    const namespaces = [...Object.keys((await loadMessages('i18n')).en), 'ra'];
    for (const user of USERS) {
      const both = [declaredConsole, ejectedConsole].map(async (console) => {
        const opened = await console.open('/dashboard', { as: user });
        await opened.context.addInitScript(watchForBareKeys, namespaces);
        await opened.page.clock.setFixedTime(console.world.clock.now());
        return { opened, origin: console.origin };
      });
      pages.set(user, await Promise.all(both));
    }
    comparing = await (await sharedBrowser()).newPage();
  }, 300_000);
  afterAll(() => Promise.all([declaredConsole.close(), ejectedConsole.close(), comparing.context().close()]));

  /** Addresses of the resource's list, forms and newest record. */
  async function addressesOf(name: string, user: User): Promise<string[]> {
    const { world } = declaredConsole;
    const { operations, endpoint } = toResource(await declarationOf(name));
    // In both, because each sign-in is recorded and moves the clock.
    const [{ routers, login_token: token }] = await Promise.all([
      world.signIn(user),
      ejectedConsole.world.signIn(user),
    ]);
    const base = buildRouteTable(routers).routes.find(({ page }) => page === name)?.pattern;
    if (base === undefined) throw new Error(`${user} has no page for ${name}`);
    const answer = await world.call({ url: `/prod-api/${endpoint}?range=[0,0]`, token });
    const [record] = rowsSchema.parse(answer.json()).data;
    if (!record) throw new Error(`There are no ${name}`);
    const addresses = [
      ['list', base],
      ['create', `${base}/create`],
      ['show', `${base}/${record.id}/show`],
      ['edit', `${base}/${record.id}`],
    ] as const;
    return addresses.flatMap(([operation, address]) => (operations.includes(operation) ? [address] : []));
  }

  /** Opens an address without anything loaded before, and returns a function that reads what it shows. */
  async function shown(page: Page, address: string) {
    const settled = watchCalls(page);
    await page.goto(address);
    const main = page.getByRole('main');
    await main.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForFunction(
      () => ![...document.querySelectorAll('main [aria-busy=true]')].some((busy) => busy.checkVisibility()),
    );
    await settled();
    return async () => ({ text: await main.innerText(), bareKeys: await page.evaluate(() => window.shownBareKeys) });
  }

  it.each(CASES)(
    'of %s look like the declared ones, with the same text and no bare keys',
    async (name, user) => {
      const both = pages.get(user) ?? [];
      const addresses = await addressesOf(name, user);
      expect(addresses.length).toBeGreaterThan(1);
      for (const address of addresses) {
        const [declared, ejected] = await Promise.all(
          both.map(({ opened, origin }) => shown(opened.page, origin + address)),
        );
        // Names of other records come after the rows.
        await expect
          .poll(async () => ({ ...(await ejected?.()), declared: (await declared?.())?.text, address }), {
            timeout: 20_000,
          })
          .toSatisfy(isSame);
        const images = await Promise.all(both.map(({ opened }) => opened.page.screenshot({ caret: 'hide' })));
        expect({ address, differing: await differingPixels(comparing, images) }).toEqual({ address, differing: 0 });
      }
    },
    120_000,
  );
});
