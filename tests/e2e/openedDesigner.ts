import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '../support/openedConsole.ts';

export const TOOLS = {
  version: 1,
  name: 'tools',
  storage: 'table',
  tenants: ['platform'],
  menu: {},
  'x-note': [1, 2],
  fields: [
    { source: 'name', type: 'text', required: true, 'x-note': 'kept' },
    { source: 'price', type: 'integer' },
    { source: 'colour', type: 'text' },
  ],
  form: {
    groups: [
      { fields: ['name'], label: { en: 'Tool' } },
      { label: { en: 'Details' }, fields: ['price', 'colour'] },
    ],
  },
};

/** Opens a declaration in the designer for all tests of the `describe` around. Use what it returns in tests only. */
export function openedDesigner() {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    console = await openConsole({ orders: 20, resources: { tools: TOOLS } });
    const { login_token: token } = await console.world.signIn('operator');
    const payload = { name: 'Saw', price: 5, colour: 'red' };
    const made = await console.world.call({ method: 'POST', url: '/prod-api/tools', token, payload });
    expect(made.json()).toMatchObject({ code: 0 });
    opened = await console.open('/access/configurationProblems?file=tools', { as: 'operator' });
    page = opened.page;
    await preview().getByRole('row', { name: 'Saw' }).waitFor();
  });
  afterAll(() => console.close());
  const text = () => page.getByRole('textbox', { name: 'Declaration' });
  const written = async () => JSON.parse(await text().inputValue());
  const designer = () => page.getByRole('region', { name: 'Designer' });
  const preview = () => page.getByRole('region', { name: 'Preview' });
  const choose = (tab: string) => designer().getByRole('tab', { name: tab }).click();
  const button = (name: string) => designer().getByRole('button', { name });
  return {
    get page() {
      return page;
    },
    get opened() {
      return opened;
    },
    preview,
    choose,
    button,
    written,
    designer,
    text,
  };
}
