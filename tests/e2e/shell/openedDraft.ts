import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { addMenuPage } from '#tests/support/menuPage.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { untilSignedOut } from '#tests/support/untilSignedOut.ts';

const declaration = {
  version: 1,
  name: 'suppliers',
  storage: 'table',
  tenants: ['merchant'],
  fields: [
    { source: 'name', type: 'text', required: true, label: 'Name' },
    { source: 'city', type: 'text', label: 'City' },
    { source: 'fee', type: 'money', label: 'Fee' },
    { source: 'api_key', type: 'secret', label: 'Secret' },
  ],
  list: { columns: ['name', 'city'], sort: { field: 'id', order: 'ASC' } },
};

/** Opens the form of a supplier for all tests of the `describe` around. Use what it returns in tests only. */
export function openedDraft() {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  let record: string;
  beforeAll(async () => {
    console = await openConsole({ orders: 20, resources: { suppliers: declaration } });
    const { world } = console;
    for (const tenant of ['M100001', 'M100002']) await addMenuPage(world, tenant, 'suppliers', 'Suppliers');
    const { login_token: token } = await world.signIn('demo');
    const payload = { name: 'Acme', city: 'Bern' };
    const answer = await world.call({ method: 'POST', url: '/prod-api/suppliers', payload, token });
    record = `/suppliers/${answer.json<{ data: { id: string } }>().data.id}`;
    opened = await console.open('/suppliers/create', { as: 'demo' });
    page = opened.page;
    await input('Name').waitFor();
  });
  afterAll(() => console.close());
  const input = (name: string) => page.getByRole('textbox', { name, exact: true });
  const notice = () => page.getByRole('status').filter({ hasText: 'Your unsaved changes have been restored.' });
  const typed = async () => ({ name: await input('Name').inputValue(), city: await input('City').inputValue() });
  /** Lets an hour pass without a call, so the server rejects the next one because the session has expired. */
  async function endSession(): Promise<void> {
    console.world.clock.advance(3600);
    await untilSignedOut(page, page.getByRole('button', { name: 'Save' }));
  }
  return {
    get page() {
      return page;
    },
    get console() {
      return console;
    },
    get record() {
      return record;
    },
    get opened() {
      return opened;
    },
    input,
    endSession,
    notice,
    typed,
  };
}
