import { describe, expect, it } from 'vitest';
import type { Field } from '@merchant-console/declaration';
import { Unreadable } from '../../../../packages/ra-declared/src/fields/inputs/useBoundField.ts';
import { draftOf, fieldsToRestore, fieldsChangedSince } from '../../../../packages/ra-declared/src/drafts/useDraft.ts';

const fields: readonly Field[] = [
  { source: 'name', type: 'text' },
  { source: 'code', type: 'text', writeOnce: true },
  { source: 'fee', type: 'money' },
  { source: 'api_key', type: 'secret' },
  { source: 'logo', type: 'image' },
  { source: 'total', type: 'money', computed: { sum: ['fee'] } },
];
const before = { name: 'Acme', code: 'ACM', fee: '100', api_key: true, logo: null, total: '100' };
const names = (some: readonly Field[]) => some.map(({ source }) => source);

describe('the draft of a form', () => {
  it('contains the changed inputs with their values', () => {
    expect(draftOf(fields, 'edit', { ...before, name: 'Bolt', total: '7' }, before)).toEqual({
      values: { name: 'Bolt' },
      before: { name: 'Acme' },
    });
    expect(draftOf(fields, 'edit', before, before)).toBeNull();
  });

  it("contains input that can't be parsed yet", () => {
    const typed = new Unreadable('1,2x', 'errors.invalid_format');
    expect(draftOf(fields, 'edit', { ...before, fee: typed }, before)?.values).toEqual({ fee: typed });
  });

  it("contains no secret, and no file that isn't uploaded", () => {
    const sending = new Unreadable('logo.png', 'errors.file_sending');
    expect(draftOf(fields, 'edit', { ...before, api_key: 'hush', logo: sending }, before)).toBeNull();
    const logo = { id: 'f1', name: 'logo.png', size: 1, media_type: 'image/png' };
    expect(draftOf(fields, 'edit', { ...before, logo }, before)?.values).toEqual({ logo });
  });

  it('is applied where it differs from the current record', () => {
    const draft = { values: { name: 'Bolt', fee: '200' }, before: { name: 'Acme', fee: '100' } };
    const now = { ...before, fee: '200' };
    expect(names(fieldsToRestore(fields, 'edit', draft, now))).toEqual(['name']);
  });

  it('detects what others have changed in the meantime', () => {
    const draft = { values: { name: 'Bolt', fee: '200' }, before: { name: 'Acme', fee: '100' } };
    const now = { ...before, fee: '300' };
    expect(names(fieldsChangedSince(fieldsToRestore(fields, 'edit', draft, now), draft, now))).toEqual(['fee']);
  });
});
