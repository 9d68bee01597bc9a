import { describe, expect, it } from 'vitest';
import { openedDesigner, TOOLS } from './openedDesigner.ts';

describe('the designer of declarations', () => {
  const example = openedDesigner();
  const { preview, choose, button, written, designer } = example;

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
      .and(example.page.getByRole('button', { name: 'Move price', exact: true }))
      .focus();
    await example.page.keyboard.press('Alt+ArrowDown');
    await example.page.keyboard.press('Alt+ArrowDown');
    expect((await written()).list.columns).toEqual(['name', 'colour', 'price', 'created_at']);
    await expect.poll(heads).toEqual(['Name', 'Colour', 'Price']);
    await example.opened.expectAccessibleInBoth();
  });

  it('takes a column off, and adds it', async () => {
    await button('Take colour off').click();
    await expect.poll(heads).toEqual(['Name', 'Price']);
    await designer().getByRole('combobox', { name: 'Add a field' }).click();
    await example.page.getByRole('option', { name: 'colour' }).click();
    expect((await written()).list.columns).toEqual(['name', 'price', 'created_at', 'colour']);
  });

  it('renames a field with its values, which the plan says before', async () => {
    await choose('Fields');
    await button('Key and labels of colour').click();
    await designer().getByText('A new key keeps the stored values').waitFor();
    await designer().getByRole('textbox', { name: 'Key' }).first().fill('paint');
    await button('Rename').click();
    expect((await written()).migrate).toEqual({ rename: { colour: 'paint' } });
    await example.page.getByText('No problems').waitFor();
    await preview().getByText('red', { exact: true }).waitFor();
    await example.page.getByRole('button', { name: 'Save …' }).click();
    await example.page.getByRole('dialog').getByText('Rename colour to paint with 1 values').waitFor();
    await example.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    const now = await written();
    expect(Object.keys(now).slice(0, Object.keys(TOOLS).length)).toEqual(Object.keys(TOOLS));
    expect([now['x-note'], now.fields[0]['x-note']]).toEqual([[1, 2], 'kept']);
  });
});
