import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '../support/openedConsole.ts';

const TOOLS = {
  version: 1,
  name: 'tools',
  storage: 'table',
  tenants: ['platform'],
  menu: {},
  fields: [
    { source: 'name', type: 'text', required: true, search: true, sortable: true },
    { source: 'price', type: 'integer' },
  ],
  show: { timeline: true },
};
const VANS = { version: 1, name: 'vans', storage: 'table', fields: [{ source: 'plate', type: 'text' }] };
const changed = (more: object) => JSON.stringify({ ...TOOLS, ...more }, null, 2);
const withFields = (...more: object[]) => changed({ fields: [...TOOLS.fields, ...more] });

describe('the preview of a declaration', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  let token: string;
  /** Calls other than reads, about records. */
  const written: string[] = [];
  beforeAll(async () => {
    console = await openConsole({ orders: 20, resources: { tools: TOOLS, vans: VANS } });
    ({ login_token: token } = await console.world.signIn('operator'));
    for (const name of ['Saw', 'Drill']) {
      const payload = { name, price: 5 };
      const made = await console.world.call({ method: 'POST', url: '/prod-api/tools', token, payload });
      expect(made.json()).toMatchObject({ code: 0 });
    }
    opened = await console.open('/access/configurationProblems?file=tools', { as: 'operator' });
    page = opened.page;
    page.on('request', (request) => {
      if (request.method() !== 'GET' && /\/tools\b/.test(request.url())) written.push(request.url());
    });
  });
  afterAll(() => console.close());

  const text = () => page.getByRole('textbox', { name: 'Declaration' });
  const preview = () => page.getByRole('region', { name: 'Preview' });
  const tab = (name: string) => preview().getByRole('tablist', { name: 'Pages' }).getByRole('tab', { name });
  const stored = async () => {
    const listed = await console.world.call({ method: 'GET', url: '/prod-api/tools?sort=["name","ASC"]', token });
    return listed.json().data.map(({ name, price }: Record<string, unknown>) => [name, price]);
  };

  it('shows stored records in the list as it is written now', async () => {
    await preview().getByRole('row', { name: 'Drill' }).waitFor();
    await text().fill(withFields({ source: 'colour', type: 'text', label: { en: 'Paint' } }));
    await preview().getByRole('columnheader', { name: 'Paint' }).waitFor();
    await preview().getByRole('row', { name: 'Drill' }).waitFor();
    await opened.expectAccessibleInBoth();
  });

  it('keeps the last version without errors while the text has some, and says so', async () => {
    await text().fill(withFields({ source: 'colour', type: 'txt' }));
    await preview().getByText('The text has errors.').waitFor();
    await preview().getByRole('columnheader', { name: 'Paint' }).waitFor();
    await opened.expectAccessible();
    await text().fill(changed({ list: { columns: ['price'] } }));
    await preview().getByRole('columnheader', { name: 'Name' }).waitFor({ state: 'detached' });
    expect(await preview().getByText('The text has errors.').count()).toBe(0);
  });

  it('shows the values of a renamed field', async () => {
    const fields = [{ source: 'title', type: 'text' }, TOOLS.fields[1]];
    await text().fill(changed({ fields, migrate: { rename: { name: 'title' } } }));
    await preview().getByRole('columnheader', { name: 'Title' }).waitFor();
    await preview().getByRole('row', { name: 'Drill' }).waitFor();
    await text().fill(changed({}));
    await preview().getByRole('columnheader', { name: 'Name' }).waitFor();
  });

  it('has a form that can be filled in, but not saved', async () => {
    await tab('Form').click();
    const name = preview().getByRole('textbox', { name: 'Name' });
    await name.fill('Changed');
    const save = preview().getByRole('button', { name: 'Save' });
    expect(await save.getAttribute('aria-disabled')).toBe('true');
    await preview().getByText('This is a preview: nothing is saved or sent.').waitFor();
    await save.click({ force: true });
    await name.press('Enter');
    await opened.expectAccessibleInBoth();
    await preview().getByRole('button', { name: 'New', exact: true }).click();
    await preview().getByRole('heading', { name: 'New', exact: false }).waitFor();
    await name.fill('Third');
    await name.press('Enter');
  });

  it('has a record page whose buttons change nothing', async () => {
    await tab('Record').click();
    await preview().getByText('History').waitFor();
    await opened.expectAccessibleInBoth();
    await preview().getByRole('button', { name: 'Delete' }).click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
    expect(await confirm.getAttribute('aria-disabled')).toBe('true');
    await confirm.click({ force: true });
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });

  it('leaves the browser’s address, the tab and the stored records alone', async () => {
    await tab('List').click();
    await preview().getByRole('link', { name: 'Saw' }).click();
    await preview().getByRole('heading', { name: 'Saw' }).waitFor();
    expect(page.url()).toMatch(/\/access\/configurationProblems\?file=tools$/);
    expect(await tab('Record').getAttribute('aria-selected')).toBe('true');
    expect(written).toEqual([]);
    expect(await stored()).toEqual([
      ['Drill', 5],
      ['Saw', 5],
    ]);
  });

  it('has no records of a resource whose list the user doesn’t have', async () => {
    await page.goto(`${console.origin}/access/configurationProblems?file=vans`);
    await preview().getByText('you have no list of them').waitFor();
    await preview().getByText('Nothing here yet').waitFor();
    await tab('Form').click();
    await preview().getByRole('textbox', { name: 'Plate' }).waitFor();
    await opened.expectAccessible();
  });
});
