import { describe, expect, it } from 'vitest';
import { checkDeclaration } from '@merchant-console/declaration/check';
import { labelTexts, setLabelText } from '#console/features/configurationProblems/declarations/design/labels.ts';
import { renameField } from '#console/features/configurationProblems/declarations/design/renameField.ts';

const TEXT = `{
  "version": 1, "name": "tools", "storage": "table",
  "recordRepresentation": "name",
  "fields": [
    { "source": "name", "type": "text", "sortable": true, "x-name": "name" },
    { "source": "price", "type": "integer", "when": { "field": "name", "in": ["name"] } }
  ],
  "list": { "columns": ["name", "price"], "sort": { "field": "name", "order": "ASC" } },
  "form": { "groups": [{ "label": "name", "fields": ["name",  "price"] }] },
  "show": { "related": [{ "reference": "vans", "target": "name", "columns": ["name"] }] }
}
`;
const STORED = ['name', 'price'];
const rename = (text: string, to: string, stored = STORED) => renameField(text, 0, to, stored);

describe('another key of a field', () => {
  it('is written wherever the declaration names the field, and nowhere else', () => {
    const renamed = rename(TEXT, 'title');
    expect(checkDeclaration('tools.json', renamed).problems).toEqual([]);
    const { show, form, fields } = JSON.parse(renamed);
    expect(show.related[0]).toEqual({ reference: 'vans', target: 'name', columns: ['name'] });
    expect(form.groups).toEqual([{ label: 'name', fields: ['title', 'price'] }]);
    expect(fields[0]).toEqual({ source: 'title', type: 'text', sortable: true, 'x-name': 'name' });
    expect(fields[1].when).toEqual({ field: 'title', in: ['name'] });
    expect(renamed).toContain('["title",  "price"]');
  });

  it('takes the stored values along', () => {
    expect(JSON.parse(rename(TEXT, 'title')).migrate).toEqual({ rename: { name: 'title' } });
    expect(JSON.parse(rename(TEXT, 'title', ['price'])).migrate).toBeUndefined();
  });

  it('follows a renaming that isn’t saved yet, and undoes it', () => {
    const twice = rename(rename(TEXT, 'title'), 'heading');
    expect(JSON.parse(twice).migrate).toEqual({ rename: { name: 'heading' } });
    expect(JSON.parse(rename(twice, 'name'))).toEqual(JSON.parse(TEXT));
    const more = TEXT.replace('"storage"', '"migrate": { "convert": { "price": "integer" } }, "storage"');
    expect(JSON.parse(rename(rename(more, 'title'), 'name'))).toEqual(JSON.parse(more));
  });

  it('adds to renamings of earlier versions', () => {
    const earlier = TEXT.replace('"storage"', '"migrate": { "rename": { "called": "name" } }, "storage"');
    expect(JSON.parse(rename(earlier, 'title')).migrate.rename).toMatchObject({ name: 'title' });
  });
});

describe('the texts of a label', () => {
  const path = ['fields', 0, 'label'];

  it('are set and removed by language', () => {
    const one = setLabelText(TEXT, path, 'ja', '名前');
    expect(labelTexts(one, path)).toEqual({ ja: '名前' });
    const two = setLabelText(one, path, 'en', 'Name');
    expect(labelTexts(two, path)).toEqual({ ja: '名前', en: 'Name' });
    expect(Object.keys(JSON.parse(two).fields[0])).toEqual(['source', 'type', 'sortable', 'x-name', 'label']);
    const none = setLabelText(setLabelText(two, path, 'ja', ''), path, 'en', '');
    expect(JSON.parse(none)).toEqual(JSON.parse(TEXT));
  });

  it('keep a text for all languages as English', () => {
    const group = ['form', 'groups', 0, 'label'];
    expect(labelTexts(setLabelText(TEXT, group, 'es', 'nombre'), group)).toEqual({ en: 'name', es: 'nombre' });
  });
});
