import { expect, it, onTestFinished } from 'vitest';
import { deals } from '../support/hiddenFields.ts';
import { addMenuPage } from '../support/menuPage.ts';
import { openConsole } from '../support/openedConsole.ts';

it('a list sorted by a field that the user may not see opens, sorted by another field', async () => {
  const console = await openConsole({ orders: 20, resources: { deals } });
  onTestFinished(() => console.close());
  const { world } = console;
  const { kysely } = world.db;
  const role = await kysely.selectFrom('roles').where('name', '=', 'Viewer').selectAll().executeTakeFirstOrThrow();
  const permissions = ['deals.list', 'deals.show'];
  await kysely
    .insertInto('role_permissions')
    .values(permissions.map((permission) => ({ merchant_id: role.merchant_id, role_id: role.id, permission })))
    .execute();
  await addMenuPage(world, 'M100001', 'deals', 'Deals');
  const token = (await world.signIn('demo')).login_token;
  for (const title of ['Borealis', 'Acme']) {
    const payload = { title, margin_note: 'x', margin: title === 'Acme' ? '1' : '9' };
    await world.call({ method: 'POST', url: '/prod-api/deals', token, payload });
  }

  const { page } = await console.open('/deals', { as: 'viewer' });
  await page.getByRole('cell', { name: 'Acme', exact: true }).waitFor();
  const titles = await page.getByRole('table').getByRole('row').allTextContents();
  expect(titles.slice(1).map((text) => /Acme|Borealis/.exec(text)?.[0])).toEqual(['Acme', 'Borealis']);
  expect(await page.getByText(/margin/i).count()).toBe(0);
  expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0);
});
