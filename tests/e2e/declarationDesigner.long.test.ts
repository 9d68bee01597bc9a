import { describe, expect, it } from 'vitest';
import { openedDesigner } from './openedDesigner.ts';

describe('the designer of declarations', () => {
  const example = openedDesigner();
  const { preview, choose, button, written, designer, text } = example;

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
    await example.opened.expectAccessibleInBoth();
  });

  it('shows a section without fields as a problem, and keeps the preview', async () => {
    await button('Add section').click();
    await example.page.getByText('1 problem').waitFor();
    await preview().getByText('The text has errors.').waitFor();
    await button('Remove Section 3').click();
    await example.page.getByText('No problems').waitFor();
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
    await example.opened.expectAccessibleInBoth();
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
});
