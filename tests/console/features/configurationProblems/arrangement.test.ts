import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDeclaration } from '@merchant-console/declaration/check';
import {
  addFieldTo,
  addSection,
  type ArrangedPage,
  type Arrangement,
  arrangementIn,
  moveFieldTo,
  moveSection,
  removeFieldFrom,
  removeSection,
  stepFrom,
} from '#console/features/configurationProblems/declarations/design/arrangement.ts';

const TEXT = `{
  "version": 1, "name": "tools",
  "fields": [
    { "source": "name", "type": "text" },
    { "source": "price", "type": "integer" },
    { "source": "day", "type": "date" }
  ],
  "list": { "columns": ["name",  "price"], "x-list": 1 },
  "form": {
    "tabs": [
      { "x-tab": "kept", "fields": ["name"],   "label": { "en": "First" } },
      { "label": "Second", "fields": ["price", "day"] }
    ]
  },
  "x-more": [1,   2]
}
`;
const PLAIN = `{
  "version": 1, "name": "tools",
  "fields": [
    { "source": "name", "type": "text" },
    { "source": "price", "type": "integer" }
  ],
  "x-more": [1,   2]
}
`;
const read = (text: string, page: ArrangedPage): Arrangement => {
  const found = arrangementIn(text, page, checkDeclaration('tools.json', text).resource);
  if (!found) throw new Error('unreadable');
  return found;
};
const sources = (text: string, page: ArrangedPage) => read(text, page).sections.map((section) => section.sources);
const UNKNOWN = ['"x-list": 1', '"x-tab": "kept"', '"x-more": [1,   2]'];

describe('the arrangement in the text of a declaration', () => {
  it('is read as it is written, also from a text with errors', () => {
    expect(sources(TEXT, 'list')).toEqual([['name', 'price']]);
    expect(sources(TEXT, 'form')).toEqual([['name'], ['price', 'day']]);
    expect(read(TEXT, 'form').sections.map(({ label }) => label)).toEqual([{ en: 'First' }, 'Second']);
    const wrong = TEXT.replace('"version": 1', '"version": 2');
    expect(arrangementIn(wrong, 'list', null)?.sections[0]?.sources).toEqual(['name', 'price']);
    expect(arrangementIn('{', 'list', null)).toBeNull();
  });

  it('is the default of the format if it isn’t written, and written out by the first change', () => {
    for (const page of ['list', 'form', 'record'] as const) {
      expect(sources(PLAIN, page)).toEqual([['name', 'price']]);
      const moved = moveFieldTo(PLAIN, read(PLAIN, page), { section: 0, at: 1 }, { section: 0, at: 0 });
      expect(sources(moved, page)).toEqual([['price', 'name']]);
      expect(moved).toContain('{ "source": "name", "type": "text" },\n    { "source": "price", "type": "integer" }');
      expect(moved).toContain('"x-more": [1,   2]');
      expect(checkDeclaration('tools.json', moved).problems).toEqual([]);
    }
  });

  it('changes with order and unknown keys kept', () => {
    const moved = moveFieldTo(TEXT, read(TEXT, 'form'), { section: 1, at: 0 }, { section: 0, at: 1 });
    expect(sources(moved, 'form')).toEqual([['name', 'price'], ['day']]);
    const added = addFieldTo(moved, read(moved, 'list'), { section: 0, at: 2 }, 'day');
    expect(sources(added, 'list')).toEqual([['name', 'price', 'day']]);
    const removed = removeFieldFrom(added, read(added, 'list'), { section: 0, at: 0 });
    expect(sources(removed, 'list')).toEqual([['price', 'day']]);
    for (const part of UNKNOWN) expect(removed).toContain(part);
    expect(Object.keys(JSON.parse(removed))).toEqual(Object.keys(JSON.parse(TEXT)));
    expect(Object.keys(JSON.parse(removed).form.tabs[0])).toEqual(['x-tab', 'fields', 'label']);
  });

  it('gets, moves and loses sections whole', () => {
    const added = addSection(TEXT, read(TEXT, 'form'));
    expect(sources(added, 'form')).toEqual([['name'], ['price', 'day'], []]);
    const moved = moveSection(added, read(added, 'form'), 0, 2);
    expect(sources(moved, 'form')).toEqual([['price', 'day'], [], ['name']]);
    expect(moved).toContain('{ "x-tab": "kept", "fields": ["name"],   "label": { "en": "First" } }');
    expect(sources(removeSection(moved, read(moved, 'form'), 1), 'form')).toEqual([['price', 'day'], ['name']]);
  });

  it('is the same again after any move and its reverse', () => {
    const lists = fc.array(fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { maxLength: 5 }), { minLength: 1 });
    fc.assert(
      fc.property(lists, fc.nat(), fc.nat(), fc.nat(), fc.nat(), fc.nat(4), (groups, a, b, c, d, indent) => {
        const from = a % groups.length;
        const to = c % groups.length;
        const count = groups[from]?.length ?? 0;
        fc.pre(count > 0);
        const room = (groups[to]?.length ?? 0) + (from === to ? 0 : 1);
        const places = [
          { section: from, at: b % count },
          { section: to, at: d % room },
        ] as const;
        const text = JSON.stringify({ show: { groups: groups.map((fields) => ({ 'x-k': 1, fields })) } }, null, indent);
        const known = (value: string): Arrangement => arrangementIn(value, 'record', null) ?? read(value, 'record');
        const moved = moveFieldTo(text, known(text), places[0], places[1]);
        const expected = groups.map((one) => [...one]);
        const [source = ''] = expected[from]?.splice(places[0].at, 1) ?? [];
        expected[to]?.splice(places[1].at, 0, source);
        expect(known(moved).sections.map((one) => one.sources)).toEqual(expected);
        const back = moveFieldTo(moved, known(moved), places[1], places[0]);
        expect(JSON.parse(back)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('is stepped through from section to section', () => {
    const form = read(TEXT, 'form');
    expect(stepFrom(form, { section: 0, at: 0 }, 1)).toEqual({ section: 1, at: 0 });
    expect(stepFrom(form, { section: 1, at: 0 }, -1)).toEqual({ section: 0, at: 1 });
    expect(stepFrom(form, { section: 1, at: 0 }, 1)).toEqual({ section: 1, at: 1 });
    expect(stepFrom(form, { section: 0, at: 0 }, -1)).toBeNull();
  });
});
