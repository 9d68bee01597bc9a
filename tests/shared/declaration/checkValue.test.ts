import { describe, expect, it } from 'vitest';
import { checkValue, isShownMask, shownOf, acceptsValue, type Field, maskValue } from '@merchant-console/declaration';
import { fieldSchema } from '../../../packages/declaration/src/fieldSchema.ts';
import type { Mask } from '../../../packages/declaration/src/mask.ts';

const field = (type: string, more: object = {}): Field => fieldSchema.parse({ source: 'x', type, ...more });
const file = (more: object = {}) => ({ id: 'f', name: 'a.pdf', size: 10, media_type: 'application/pdf', ...more });
const choices = [{ id: 'open' }, { id: 'closed' }];
const mails = {
  many: true,
  max: 2,
  fields: [
    { source: 'address', type: 'text', format: 'email', required: true },
    { source: 'kind', type: 'enum', choices },
    { source: 'weight', type: 'decimal', scale: 1 },
  ],
};
const mail = { address: 'a@b.example', kind: 'open', weight: null };
/** A character outside the basic multilingual plane: two UTF-16 code units. */
const FACE = '😀';

describe('a value to be written', () => {
  it.each<[string, object, unknown[]]>([
    ['text', { required: true }, ['a', ' ', '0']],
    ['text', {}, [null, undefined, '', 'x'.repeat(1_000)]],
    ['text', { minLength: 2, maxLength: 3 }, ['ab', 'abc', FACE.repeat(3)]],
    ['text', { pattern: '[A-Z]{2}' }, ['AB']],
    ['text', { format: 'email' }, ['a@b.example', 'a.b@c..example', 'a@..c']],
    ['text', { format: 'card' }, ['6222 0202 0000 1111']],
    ['text', { format: 'url' }, ['https://a.example/b', 'http://a.example']],
    ['texts', { required: true }, [['a'], Array(50).fill('x')]],
    ['texts', { format: 'email', max: 2 }, [null, [], ['a@b.example', 'c@d.example']]],
    ['group', mails, [null, [], [mail], [{ address: 'a@b.example' }, mail]]],
    ['longtext', {}, ['x'.repeat(20_000)]],
    ['secret', {}, ['x'.repeat(1_000)]],
    ['integer', { required: true }, [0, -1, 2_147_483_647, -2_147_483_647]],
    ['integer', { min: 3, max: 5 }, [3, 5]],
    ['rate', {}, [250]],
    ['decimal', { scale: 3 }, ['0', '-1.5', '1.500', '2.5000', '999999999999999.999']],
    ['decimal', { scale: 2, min: '-0.5', max: '1' }, ['-0.50', '1.00']],
    ['money', {}, ['0', '9007199254740993', '9223372036854775807']],
    ['money', { min: '-5', max: '5' }, ['-5', '5']],
    ['enum', { choices }, ['open', 'closed']],
    ['boolean', { required: true }, [true, false]],
    ['date', { min: '2026-01-01', max: '2026-12-31' }, ['2026-01-01', '2026-12-31', '2026-02-28']],
    ['date', {}, ['2028-02-29', '1000-01-01', '9999-12-31']],
    ['datetime', {}, ['2026-03-08T10:00Z', '2026-03-08T10:00:00.123456+05:45', '2026-03-08T10:00:00-08:00']],
    ['reference', { reference: 'cities' }, ['a', 7]],
    ['file', { maxSize: 10, accept: ['application/pdf'] }, [file()]],
    ['image', {}, [file({ media_type: 'image/png' }), file({ media_type: 'image/gif' })]],
    ['json', {}, [{ a: 1 }, [1], 0, false, 'x'.repeat(99_998)]],
  ])('of type %s %j is valid: %j', (type, more, values) => {
    for (const value of values) expect([value, checkValue(field(type, more), value)]).toEqual([value, null]);
  });

  it.each<[string, object, unknown, { key: string; args?: object; path?: string }]>([
    ['group', { ...mails, required: true }, [], { key: 'required' }],
    ['group', mails, mail, { key: 'invalid_type' }],
    ['group', mails, [mail, mail, mail], { key: 'too_many_chosen', args: { max: 2 } }],
    [
      'group',
      { ...mails, max: undefined },
      Array.from({ length: 51 }, () => mail),
      { key: 'too_many_chosen', args: { max: 50 } },
    ],
    ['group', mails, [mail, [mail]], { key: 'invalid_type', path: '1' }],
    ['group', mails, [mail, { kind: 'open' }], { key: 'required', path: '1.address' }],
    ['group', mails, [{ ...mail, weight: '1.25' }], { key: 'too_many_decimals', args: { scale: 1 }, path: '0.weight' }],
    ['group', mails, [{ ...mail, more: null }], { key: 'unknown_field', args: { field: 'more' }, path: '0.more' }],
    ['text', { required: true }, '', { key: 'required' }],
    ['integer', { required: true }, null, { key: 'required' }],
    ['text', {}, 5, { key: 'invalid_type' }],
    ['text', {}, 'a\0', { key: 'invalid_format' }],
    ['text', {}, FACE.slice(0, 1), { key: 'invalid_format' }],
    ['text', {}, 'x'.repeat(1_001), { key: 'too_long', args: { max: 1_000 } }],
    ['text', { minLength: 2 }, FACE, { key: 'too_short', args: { min: 2 } }],
    ['text', { maxLength: 2 }, 'abc', { key: 'too_long', args: { max: 2 } }],
    ['text', { pattern: '[A-Z]{2}' }, 'ABC', { key: 'invalid_format' }],
    ['text', { pattern: 'a|b' }, 'ac', { key: 'invalid_format' }],
    // A backtracking engine takes 10 s for this one.
    ['text', { pattern: '(a+)+b' }, 'a'.repeat(28), { key: 'invalid_format' }],
    ['text', { format: 'email' }, 'a@b', { key: 'invalid_email' }],
    ['text', { format: 'email' }, 'a@.b', { key: 'invalid_email' }],
    ['text', { format: 'email' }, 'a@b.', { key: 'invalid_email' }],
    ['text', { format: 'card' }, '6222a', { key: 'card_number_invalid' }],
    ['text', { format: 'url' }, 'ftp://a.example', { key: 'invalid_url' }],
    ['texts', { required: true }, [], { key: 'required' }],
    ['texts', {}, 'a', { key: 'invalid_type' }],
    ['texts', {}, [1], { key: 'invalid_type' }],
    ['texts', { max: 1 }, ['a', 'b'], { key: 'too_many_chosen', args: { max: 1 } }],
    ['texts', {}, ['a', 'b\nc'], { key: 'text_of_several_format', args: { text: 'b\nc' } }],
    ['texts', { format: 'email' }, ['a@b.example', 'x'], { key: 'text_of_several_format', args: { text: 'x' } }],
    [
      'texts',
      { maxLength: 2 },
      ['ab', 'abc'],
      { key: 'text_of_several_length', args: { text: 'abc', min: 0, max: 2 } },
    ],
    ['text', { format: 'url' }, 'a.example', { key: 'invalid_url' }],
    ['text', { format: 'url' }, 'javascript:alert(1)//http://a.example', { key: 'invalid_url' }],
    ['text', { format: 'phone' }, '12', { key: 'invalid_phone' }],
    ['text', { format: 'phone' }, '+49 30 x', { key: 'invalid_phone' }],
    ['text', { format: 'phone' }, '1'.repeat(21), { key: 'invalid_phone' }],
    ['text', { format: 'color' }, 'red', { key: 'invalid_color' }],
    ['text', { format: 'color' }, '#12345g', { key: 'invalid_color' }],
    ['longtext', {}, 'x'.repeat(20_001), { key: 'too_long', args: { max: 20_000 } }],
    ['secret', {}, 'x'.repeat(1_001), { key: 'too_long', args: { max: 1_000 } }],
    ['integer', {}, '5', { key: 'invalid_type' }],
    ['integer', {}, 1.5, { key: 'invalid_type' }],
    ['integer', {}, 2_147_483_648, { key: 'too_big', args: { max: 2_147_483_647 } }],
    ['integer', {}, -2_147_483_648, { key: 'too_small', args: { min: -2_147_483_647 } }],
    ['integer', { min: 3 }, 2, { key: 'too_small', args: { min: 3 } }],
    ['rate', { max: 5 }, 6, { key: 'too_big', args: { max: 5 } }],
    ['decimal', { scale: 3 }, 1.5, { key: 'decimal_as_text' }],
    ['decimal', { scale: 3 }, '1e3', { key: 'invalid_format' }],
    ['decimal', { scale: 3 }, '1,5', { key: 'invalid_format' }],
    ['decimal', { scale: 3 }, '0.0001', { key: 'too_many_decimals', args: { scale: 3 } }],
    ['decimal', { scale: 3 }, '1000000000000000', { key: 'too_big', args: { max: '999999999999999.999' } }],
    ['decimal', { scale: 3, min: '0' }, '-0.001', { key: 'too_small', args: { min: '0' } }],
    ['money', {}, 5, { key: 'amount_as_text' }],
    ['money', {}, true, { key: 'invalid_format' }],
    ['money', {}, '1.5', { key: 'invalid_format' }],
    ['money', {}, '-1', { key: 'too_small', args: { min: '0' } }],
    ['money', { min: '-5', nonZero: true }, '0', { key: 'amount_zero' }],
    ['money', { max: '5' }, '6', { key: 'too_big', args: { max: '5' } }],
    ['enum', { choices }, 'other', { key: 'invalid_value', args: { value: 'other' } }],
    ['enum', { choices }, 7, { key: 'invalid_value', args: { value: '7' } }],
    ['boolean', {}, 'true', { key: 'invalid_type' }],
    ['date', {}, '2026-02-29', { key: 'invalid_format' }],
    ['date', {}, '0999-01-01', { key: 'invalid_format' }],
    ['date', {}, '2026-03-08T10:00Z', { key: 'invalid_format' }],
    ['date', { min: '2026-01-01' }, '2025-12-31', { key: 'too_early', args: { min: '2026-01-01' } }],
    ['date', { max: '2026-12-31' }, '2027-01-01', { key: 'too_late', args: { max: '2026-12-31' } }],
    ['datetime', {}, '2026-03-08T10:00', { key: 'invalid_format' }],
    ['datetime', {}, '2026-02-29T10:00Z', { key: 'invalid_format' }],
    ['datetime', {}, '2026-03-08T25:00Z', { key: 'invalid_format' }],
    ['datetime', {}, '2026-03-08T10:00+24:00', { key: 'invalid_format' }],
    ['datetime', {}, '9999-12-31T23:59-00:01', { key: 'invalid_format' }],
    ['datetime', {}, '1000-01-01T00:00+00:01', { key: 'invalid_format' }],
    ['datetime', {}, 5, { key: 'invalid_format' }],
    ['reference', { reference: 'cities' }, true, { key: 'invalid_type' }],
    ['file', {}, 'f', { key: 'invalid_type' }],
    ['file', {}, null, { key: 'required' }],
    ['file', {}, file({ id: 5 }), { key: 'invalid_type' }],
    ['file', {}, file({ name: 5 }), { key: 'invalid_type' }],
    ['file', {}, file({ size: '5' }), { key: 'invalid_type' }],
    ['file', {}, file({ media_type: 5 }), { key: 'invalid_type' }],
    ['file', {}, { id: 'f', name: 'a', size: 1 }, { key: 'invalid_type' }],
    ['file', {}, { id: 'f', name: 'a', media_type: 'a/b' }, { key: 'invalid_type' }],
    ['file', {}, { id: 'f', size: 1, media_type: 'a/b' }, { key: 'invalid_type' }],
    ['file', { maxSize: 9 }, file(), { key: 'file_too_large', args: { max: 9 } }],
    ['file', { accept: ['a/b', 'c/d'] }, file(), { key: 'file_type', args: { types: 'a/b, c/d' } }],
    [
      'image',
      {},
      file({ media_type: 'image/svg+xml' }),
      { key: 'file_type', args: { types: 'image/png, image/jpeg, image/webp, image/gif' } },
    ],
    ['json', {}, 'x'.repeat(99_999), { key: 'too_long', args: { max: 100_000 } }],
  ])('of type %s %j is rejected: %j', (type, more, value, problem) => {
    const required = problem.key === 'required' ? { required: true } : {};
    expect(checkValue(field(type, { ...more, ...required }), value)).toEqual(problem);
  });
});

describe('a masked value', () => {
  it.each<[Mask, string, string]>([
    ['card', '6222 0202 0000', '6222••••0000'],
    ['card', '62220202000', '••••'],
    ['phone', '13800001234', '••••1234'],
    ['phone', '0001234', '••••'],
    ['phone', '00012345', '••••2345'],
    ['email', 'ada@b.example', 'a••••@b.example'],
    ['email', '"a@b"@c.example', '"••••@c.example'],
    ['email', 'a@b.example', '••••'],
    ['all', '6222020200001111', '••••'],
  ])('as %s of %s shows %s', (mask, value, shown) => {
    expect(maskValue(value, mask)).toBe(shown);
    expect(shownOf(field('text', { mask }), value)).toBe(shown);
  });

  it('is shown in full without a mask, and is recognised as unchanged only by its masked text', () => {
    const masked = field('text', { mask: 'all' });
    expect(shownOf(field('text'), '123456')).toBe('123456');
    expect(isShownMask(masked, '••••', '••••')).toBe(true);
    expect(isShownMask(masked, '••••', 'new')).toBe(false);
    expect(isShownMask(masked, null, null)).toBe(false);
    expect(isShownMask(field('text'), 'a', 'a')).toBe(false);
    expect(isShownMask(field('secret'), 'a', 'a')).toBe(false);
  });
});

it('a field accepts a value when it is writable: on creation only, or always', () => {
  const taken = (more: object) => {
    const one = field('money', more);
    return [acceptsValue(one, 'create'), acceptsValue(one, 'edit')];
  };
  expect(taken({})).toEqual([true, true]);
  expect(taken({ writeOnce: true })).toEqual([true, false]);
  expect(taken({ readOnly: true })).toEqual([false, false]);
  expect(taken({ computed: { sum: ['a', 'b'] } })).toEqual([false, false]);
});
