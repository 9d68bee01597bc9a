import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addField,
  fieldsIn,
  moveField,
  removeField,
} from '#console/features/configurationProblems/declarations/design/fieldEdits.ts';

const TEXT = `{
  "version": 1, // of the format
  "fields": [
    { "source": "name",  "type": "text", "x-note": "kept" },

    { "type": "integer", "source": "price" },
    { "source": "day", "type": "date" }
  ],
  "x-more": [1,   2]
}
`;
const sources = (text: string) => fieldsIn(text)?.map(({ source }) => source);

describe('changes of the fields in the text of a declaration', () => {
  it('move a field, and leave the rest of the text as it is', () => {
    const moved = moveField(TEXT, 0, 1);
    expect(sources(moved)).toEqual(['price', 'name', 'day']);
    expect(moved).toContain('{ "source": "name",  "type": "text", "x-note": "kept" }');
    expect(moved).toContain('"version": 1, // of the format');
    expect(moved).toContain('"x-more": [1,   2]');
    expect(moveField(moved, 1, -1)).toBe(TEXT);
  });

  it('do nothing at the ends, or without fields', () => {
    expect(moveField(TEXT, 0, -1)).toBe(TEXT);
    expect(moveField(TEXT, 2, 1)).toBe(TEXT);
    expect(fieldsIn('{ "fields": 1 }')).toBeNull();
    expect(fieldsIn('{')).toBeNull();
  });

  it('add and remove a field', () => {
    const added = addField(TEXT, { source: 'colour', type: 'text' });
    expect(sources(added)).toEqual(['name', 'price', 'day', 'colour']);
    expect(added).toContain('{ "source": "name",  "type": "text", "x-note": "kept" }');
    expect(sources(removeField(added, 1))).toEqual(['name', 'day', 'colour']);
    expect(removeField(added, 1)).toContain('"x-more": [1,   2]');
  });

  it('move any field of any list by one place, and back', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(names, fc.nat(), fc.boolean(), fc.nat(8), (list, at, isDown, indent) => {
        const text = JSON.stringify({ fields: list.map((source) => ({ source, type: 'text' })) }, null, indent);
        const [place, by] = [at % list.length, isDown ? 1 : -1] as const;
        const other = place + by;
        const moved = moveField(text, place, by);
        if (other < 0 || other >= list.length) {
          expect(moved).toBe(text);
          return;
        }
        const expected = list.with(place, list[other] ?? '').with(other, list[place] ?? '');
        expect(sources(moved)).toEqual(expected);
        expect(moveField(moved, other, isDown ? -1 : 1)).toBe(text);
      }),
    );
  });
});
