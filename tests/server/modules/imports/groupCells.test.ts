import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTranslator, groupsIn, type Translate } from '@merchant-console/declaration';
import type { Language } from '@merchant-console/declaration/languages';
import { fieldSchema } from '../../../../packages/declaration/src/fieldSchema.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { cellOf } from '#server/resources/export/cellOf.ts';
import { readCell } from '#server/resources/import/readCell.ts';

const field = fieldSchema.parse({
  source: 'stops',
  type: 'group',
  many: true,
  fields: [
    { source: 'city', type: 'text', required: true, label: { en: 'City: "main"; 1', zh: '城市' } },
    {
      source: 'kind',
      type: 'enum',
      choices: [
        { id: 'a', name: 'First; "one"' },
        { id: 'b', name: 'Second' },
      ],
    },
    { source: 'signed', type: 'boolean' },
    { source: 'floor', type: 'integer' },
    { source: 'weight', type: 'decimal', scale: 2 },
    { source: 'due_on', type: 'date' },
  ],
});
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
/** A trimmed text, as the server stores it. */
const texts = fc
  .oneof(
    fc.string({ minLength: 1 }),
    fc.string({ minLength: 1, unit: fc.constantFrom('a', 'b', ':', ';', '"', ',', '=', ' ', '\n', '\t') }),
  )
  .map((text) => text.trim() || 'x');
const groups = fc.array(
  fc.record({
    city: texts,
    kind: optional(fc.constantFrom('a', 'b')),
    signed: optional(fc.boolean()),
    floor: optional(fc.integer({ min: -99_999, max: 99_999 })),
    weight: optional(fc.constantFrom('0.00', '-1.50', '123456789.25')),
    due_on: optional(fc.constantFrom('2026-03-08', '1999-12-31')),
  }),
  { minLength: 1, maxLength: 4 },
);

describe('cells with groups', () => {
  let translators: Record<Language, Translate>;
  beforeAll(async () => {
    const { en, zh, es, ja } = await loadMessages('i18n');
    translators = {
      en: createTranslator(en, 'en'),
      zh: createTranslator(zh, 'zh'),
      es: createTranslator(es, 'es'),
      ja: createTranslator(ja, 'ja'),
    };
  });

  it.each(['en', 'zh', 'es', 'ja'] as const)('that are exported in %s are read as the same groups', (language) => {
    if (field.type !== 'group') throw new Error('a group');
    const words = { language, translate: translators[language], resource: 'trips' };
    const context = {
      words,
      currencyData: { currency: 'EUR', time_zone: 'UTC', is_divide_hundred: 1 as const },
      showTime: String,
      findResource: () => undefined,
      referenceName: () => undefined,
    };
    const column = { kind: 'value' as const, header: '', field };
    fc.assert(
      fc.property(groups, (stops) => {
        const cell = cellOf(column, { id: '1', stops }, context);
        const read = readCell(field, typeof cell === 'string' ? cell : '', {
          resource: 'trips',
          translators,
          timeZone: 'UTC',
          isCsv: true,
        });
        const value = 'value' in read ? groupsIn(read.value) : read;
        expect(value).toEqual(
          stops.map((stop) => Object.fromEntries(Object.entries(stop).filter(([, one]) => one !== null))),
        );
      }),
    );
  });
});
