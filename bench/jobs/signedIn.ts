import type { Browser, BrowserContext } from 'playwright-core';
import { generate } from 'otplib';
import { z } from 'zod';
import { TOKEN_COOKIE } from '@merchant-console/ra-provider/token';
import { DEMO_PASSWORD, DEMO_TOTP_SECRET } from '#demo/signIns.ts';
import { foundSchema, type Records } from './Job.ts';

export interface SignedIn {
  /** The browser's cookies and storage. */
  state: Awaited<ReturnType<BrowserContext['storageState']>>;
  records: Records;
}

/** Signs in on the login page. A code works once, so call it only once per user. */
export async function signedIn(browser: Browser, origin: string, username: string): Promise<SignedIn> {
  const context = await browser.newContext({ locale: 'en' });
  try {
    const page = await context.newPage();
    await page.goto(origin);
    await page.locator('[name=username]').fill(username);
    await page.locator('[name=password]').fill(DEMO_PASSWORD);
    await page.locator('[name=totp_code]').fill(await generate({ secret: DEMO_TOTP_SECRET }));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(({ pathname }) => pathname !== '/login');
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    const state = await context.storageState();
    const token = state.cookies.find(({ name }) => name === TOKEN_COOKIE)?.value ?? '';
    return { state, records: await recordsOf(`${origin}/prod-api`, decodeURIComponent(token)) };
  } finally {
    await context.close();
  }
}

const listSchema = z.object({ data: z.array(foundSchema) });
const oneSchema = z.object({ data: foundSchema });

async function recordsOf(api: string, token: string): Promise<Records> {
  async function get<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    const answer = await fetch(`${api}/${path}`, { headers: { 'X-Token': token } });
    const body: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`);
    return schema.parse(body);
  }
  const now = async (list: string, id: string) => (await get(`${list}/${id}`, oneSchema)).data;
  const ownId = (await get('vue-element-admin/user/info', oneSchema)).data.id;
  const given = new Set<string>();
  const first =
    (order: 'ASC' | 'DESC'): Records['newest'] =>
    async (list, filter, fits = () => true) => {
      const sort = JSON.stringify(['created_at', order]);
      const query = new URLSearchParams({ filter: JSON.stringify(filter), sort, range: '[0,29]' });
      for (const { id } of (await get(`${list}?${query}`, listSchema)).data) {
        if (given.has(id)) continue;
        const record = await now(list, id);
        if (!fits(record)) continue;
        given.add(id);
        return record;
      }
      return undefined;
    };
  return {
    newest: first('DESC'),
    oldest: first('ASC'),
    now,
    ownId,
  };
}
