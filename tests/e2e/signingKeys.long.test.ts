import { addHours } from 'date-fns/addHours';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockTenant } from '#server/db/tenants.ts';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { applyRights } from '#server/modules/powers/service.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

const ADDRESS = '/personal/signingKeys';

describe('the page of signing keys', () => {
  let console: OpenedConsole;
  let owner: ConsolePage;
  let second: ConsolePage;

  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    const { db, clock } = console.world;
    const { kysely } = db;
    await kysely.updateTable('merchants').set({ people_waiting_hours: 0 }).execute();
    // A colleague of the owner, with the same role.
    const userOf = (username: string) =>
      kysely
        .selectFrom('users as u')
        .innerJoin('user_roles as r', 'r.user_id', 'u.id')
        .where('u.username', '=', username)
        .select(['u.merchant_id', 'u.id', 'r.role_id'])
        .executeTakeFirstOrThrow();
    const { role_id } = await userOf('demo');
    const { merchant_id, id: user_id } = await userOf('viewer');
    await kysely.insertInto('user_roles').values({ merchant_id, user_id, role_id }).execute();
    await db.transaction(async (tx) => {
      await lockTenant(tx, merchant_id);
      await applyRights(tx, { merchantId: merchant_id, at: clock.now() });
    });
    owner = await console.open(ADDRESS, { as: 'demo' });
  });
  afterAll(() => console.close());

  const dialog = ({ page }: ConsolePage) => page.getByRole('dialog');

  const review = (of: ConsolePage) => dialog(of).getByRole('button', { name: 'Review', exact: true }).click();

  async function prove(of: ConsolePage): Promise<void> {
    console.world.clock.advance(30);
    await dialog(of).getByLabel('Payment password').fill(DEMO_PAY_PASSWORD);
    const code = dialog(of).getByLabel('Authenticator code');
    if (await code.isVisible()) await code.fill(await console.world.totpCode());
  }

  it('asks for limits of a key that pays, and creates one above the defaults that waits', async () => {
    const { page } = owner;
    await page.getByRole('button', { name: 'Create key', exact: true }).click();
    await dialog(owner).getByRole('textbox', { name: 'Name' }).fill('Payout server 2');
    expect(await dialog(owner).getByLabel('Limit per call').count()).toBe(0);
    await dialog(owner).getByRole('checkbox', { name: 'Pay out and refund' }).check();
    await dialog(owner).getByLabel('Limit per call').fill('6,000');
    await dialog(owner).getByLabel('Limit in 24 hours').fill('5,000');
    await owner.expectAccessibleInBoth({ within: '[role=dialog]' });
    await review(owner);
    await dialog(owner).getByText('6,000.00').first().waitFor();
    await prove(owner);
    await dialog(owner).getByRole('button', { name: 'Create key', exact: true }).click();
    await dialog(owner).getByText('Enter at least the limit per call.').waitFor();
    await dialog(owner).getByLabel('Limit in 24 hours').fill('20,000');
    await review(owner);
    await prove(owner);
    await dialog(owner).getByRole('button', { name: 'Create key', exact: true }).click();
    await dialog(owner).getByText('Key created. It works once another user has approved its limits.').waitFor();
    // Only the button closes what is shown once.
    await page.keyboard.press('Escape');
    await dialog(owner).getByRole('button', { name: 'Close', exact: true }).click();
    await dialog(owner).waitFor({ state: 'hidden' });
    await page.getByText('Waiting for another user’s approval: Payout server 2.').waitFor();
    const row = page.getByRole('row', { name: /Payout server 2/ });
    await row.getByText('6,000.00').waitFor();
    await row.getByText('Waiting for approval').waitFor();
    await owner.expectAccessibleInBoth({ withoutShell: true });
    await row.click();
    await page.getByRole('heading', { name: 'Payout server 2' }).waitFor();
    await page.getByText('Limit per call once approved').waitFor();
    await page.getByText('Can be approved by').waitFor();
    expect(await page.getByRole('button', { name: 'Approve key', exact: true }).count()).toBe(0);
    await owner.expectAccessibleInBoth({ withoutShell: true });
  });

  it('lets a second user approve it', async () => {
    second = await console.open(ADDRESS, { as: 'viewer' });
    const { page } = second;
    await page.getByRole('row', { name: /Payout server 2/ }).click();
    await page.getByRole('button', { name: 'Approve key', exact: true }).click();
    await dialog(second).getByText('6,000.00 CNY').waitFor();
    await dialog(second).getByText('20,000.00 CNY').waitFor();
    await second.expectAccessibleInBoth({ within: '[role=dialog]' });
    await prove(second);
    await dialog(second).getByRole('button', { name: 'Approve key', exact: true }).click();
    await page.getByText('Key “Payout server 2” approved').waitFor();
    await dialog(second).waitFor({ state: 'hidden' });
    await page.getByText('Active', { exact: true }).first().waitFor();
  });

  it('names keys without limits, and sets those of the default key', async () => {
    const { kysely } = console.world.db;
    await kysely.updateTable('merchant_keys').set({ per_call_limit: null, per_day_limit: null }).execute();
    const { page } = second;
    await page.goto(console.origin + ADDRESS);
    await page.getByText(/These keys pay out and refund without a limit: Default key\./).waitFor();
    await page.getByRole('row', { name: /Default key/ }).click();
    await page.getByRole('button', { name: 'Set limits', exact: true }).click();
    expect(await dialog(second).getByLabel('Limit per call').inputValue()).toMatch(/^5,?000(\.00)?$/);
    await review(second);
    await prove(second);
    await dialog(second).getByRole('button', { name: 'Set limits', exact: true }).click();
    await page.getByText('Limits saved').waitFor();
    await page.goto(console.origin + ADDRESS);
    await page
      .getByRole('row', { name: /Default key/ })
      .getByText('50,000.00')
      .waitFor();
    expect(await page.getByText(/without a limit/).count()).toBe(0);
  });

  it('says that a change of limits waits, and offers nothing to who has to wait for the right', async () => {
    const { page } = owner;
    await page.goto(console.origin + ADDRESS);
    await page.getByRole('row', { name: /Default key/ }).click();
    await page.getByRole('button', { name: 'Set limits', exact: true }).click();
    await dialog(owner).getByLabel('Limit per call').fill('6,000');
    await dialog(owner).getByLabel('Limit in 24 hours').fill('70,000');
    await review(owner);
    await prove(owner);
    await dialog(owner).getByRole('button', { name: 'Set limits', exact: true }).click();
    await page.getByText('The change waits for another user’s approval. Nothing changes until then.').waitFor();
    const { db, clock } = console.world;
    const usable_at = addHours(clock.now(), 5);
    const viewer = db.kysely.selectFrom('users').where('username', '=', 'viewer').select('id');
    await db.kysely.updateTable('user_powers').set({ usable_at }).where('user_id', 'in', viewer).execute();
    await second.page.goto(console.origin + ADDRESS);
    await second.page.getByText(/You received the permission to manage keys recently/).waitFor();
    await second.page.getByRole('row', { name: /Default key/ }).click();
    await second.page.getByText(/You can use it from 2026-/).waitFor();
    await second.page.getByRole('button', { name: 'Reject key', exact: true }).waitFor();
    expect(await second.page.getByRole('button', { name: /Approve key|Set limits/ }).count()).toBe(0);
    await second.expectAccessibleInBoth({ withoutShell: true });
  });
});
