import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '../support/openedConsole.ts';

const TOOLS = {
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

describe('the designer of declarations', () => {
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
  const heads = async () => {
    const all = await preview().getByRole('columnheader').allInnerTexts();
    return all.map((head) => head.trim()).filter((head) => ['Name', 'Price', 'Colour'].includes(head));
  };

  it('moves columns by buttons and keys, which the preview follows', async () => {
    await choose('List');
    await button('Move price up').click();
    expect((await written()).list).toEqual({ columns: ['price', 'name', 'colour', 'created_at'] });
    await expect.poll(heads).toEqual(['Price', 'Name', 'Colour']);
    await button('Move price')
      .and(page.getByRole('button', { name: 'Move price', exact: true }))
      .focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowDown');
    expect((await written()).list.columns).toEqual(['name', 'colour', 'price', 'created_at']);
    await expect.poll(heads).toEqual(['Name', 'Colour', 'Price']);
    await opened.expectAccessibleInBoth();
  });

  it('takes a column off, and adds it', async () => {
    await button('Take colour off').click();
    await expect.poll(heads).toEqual(['Name', 'Price']);
    await designer().getByRole('combobox', { name: 'Add a field' }).click();
    await page.getByRole('option', { name: 'colour' }).click();
    expect((await written()).list.columns).toEqual(['name', 'price', 'created_at', 'colour']);
  });

  it('moves fields between the sections of the form, by steps and by dragging', async () => {
    await choose('Form');
    await preview().getByRole('textbox', { name: 'Colour' }).waitFor();
    await button('Move price up').click();
    const groups = async () => (await written()).form.groups;
    expect(await groups()).toEqual([
      { fields: ['name', 'price'], label: { en: 'Tool' } },
      { label: { en: 'Details' }, fields: ['colour'] },
    ]);
    const line = (source: string) => designer().getByRole('listitem').filter({ hasText: source });
    await line('name').dragTo(line('colour'), { targetPosition: { x: 40, y: 4 } });
    expect((await groups()).map(({ fields }: { fields: string[] }) => fields)).toEqual([['price'], ['name', 'colour']]);
    await opened.expectAccessibleInBoth();
  });

  it('shows a section without fields as a problem, and keeps the preview', async () => {
    await button('Add section').click();
    await page.getByText('1 problem').waitFor();
    await preview().getByText('The text has errors.').waitFor();
    await button('Remove Section 3').click();
    await page.getByText('No problems').waitFor();
  });

  it('names sections and fields in each language', async () => {
    await button('Label of Tool').click();
    const label = designer().getByRole('textbox', { name: 'Label (English)' });
    await label.fill('Basics');
    await preview().getByText('Basics').waitFor();
    expect((await written()).form.groups[0].label).toEqual({ en: 'Basics' });
    await choose('Fields');
    await button('Key and labels of colour').click();
    await designer().getByRole('textbox', { name: 'Label (日本語)' }).fill('色');
    expect((await written()).fields[2]).toEqual({ source: 'colour', type: 'text', label: { ja: '色' } });
    await opened.expectAccessibleInBoth();
  });

  it('follows what is written in the text', async () => {
    await choose('Record');
    await preview().getByRole('heading', { name: 'Saw' }).waitFor();
    await text().fill(JSON.stringify({ ...(await written()), show: { groups: [{ fields: ['colour'] }] } }, null, 2));
    await expect.poll(() => designer().getByRole('listitem').allInnerTexts()).toEqual(['colour']);
    await designer().getByRole('checkbox', { name: 'Show the history' }).check();
    expect((await written()).show).toEqual({ groups: [{ fields: ['colour'] }], timeline: true });
    await preview().getByText('History').waitFor();
  });

  it('renames a field with its values, which the plan says before', async () => {
    await choose('Fields');
    await button('Key and labels of colour').click();
    await designer().getByText('A new key keeps the stored values').waitFor();
    await designer().getByRole('textbox', { name: 'Key' }).first().fill('paint');
    await button('Rename').click();
    expect((await written()).migrate).toEqual({ rename: { colour: 'paint' } });
    await page.getByText('No problems').waitFor();
    await preview().getByText('red', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save …' }).click();
    await page.getByRole('dialog').getByText('Rename colour to paint with 1 values').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    const now = await written();
    expect(Object.keys(now).slice(0, Object.keys(TOOLS).length)).toEqual(Object.keys(TOOLS));
    expect([now['x-note'], now.fields[0]['x-note']]).toEqual([[1, 2], 'kept']);
  });
});
