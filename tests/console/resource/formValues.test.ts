import { describe, expect, it } from 'vitest';
import type { Field } from '@merchant-console/declaration';
import { conflictingFields } from '../../../packages/ra-declared/src/form/ConflictPanel.tsx';
import { initialValues, inputsOf, recordOf, valuesToSend } from '../../../packages/ra-declared/src/form/formValues.ts';

const kind: Field = { source: 'kind', type: 'text' };
const other: Field = { source: 'other', type: 'text', when: { field: 'kind', eq: 'a' } };
const third: Field = { source: 'third', type: 'text', when: { field: 'other', eq: 'b' } };
const chain = [third, other, kind];

describe('the record that a form represents', () => {
  it('has no value in a hidden field, nor in one that is hidden because of it', () => {
    const values = { kind: 'x', other: 'b', third: 'c' };
    expect(recordOf(chain, values)).toEqual({ kind: 'x', other: null, third: null });
    expect(recordOf(chain, { ...values, kind: 'a' })).toEqual({ ...values, kind: 'a' });
  });

  it('has values computed from the visible fields, also from computed ones', () => {
    const fields: Field[] = [
      { source: 'a', type: 'money', when: { field: 'kind', eq: 'a' } },
      { source: 'b', type: 'money' },
      { source: 'sum', type: 'money', computed: { sum: ['a', 'b'] } },
      { source: 'twice', type: 'money', computed: { sum: ['sum', 'sum'] } },
    ];
    const values = { a: '9223372036854775807', b: '1' };
    expect(recordOf(fields, { ...values, kind: 'a' })).toMatchObject({
      sum: '9223372036854775808',
      twice: '18446744073709551616',
    });
    expect(recordOf(fields, { ...values, kind: 'x' })).toMatchObject({ sum: null, twice: null });
  });

  it('begins with defaults, and no for an unchecked box', () => {
    const fields: Field[] = [
      { source: 'days', type: 'integer', default: 0 },
      { source: 'active', type: 'boolean', required: true },
      { source: 'insured', type: 'boolean' },
    ];
    expect(initialValues(fields, null)).toEqual({ days: 0, active: false, insured: null });
    expect(initialValues(fields, { id: '1', days: 7 })).toEqual({ id: '1', days: 7, active: null, insured: null });
  });
});

describe('the values that are sent', () => {
  it("of a new record are all that aren't empty", () => {
    expect(valuesToSend(chain, 'create', { kind: 'a', other: '', third: null }, null)).toEqual({
      kind: 'a',
      other: '',
    });
  });

  it('of an existing one are the changed ones, and never read-only ones', () => {
    const fields: Field[] = [
      kind,
      { source: 'code', type: 'text', writeOnce: true },
      { source: 'extra', type: 'json' },
    ];
    const before = { id: '1', kind: 'a', code: 'x', extra: { a: [1] } };
    expect(valuesToSend(fields, 'edit', { ...before, code: 'y', extra: { a: [1] } }, { ...before })).toEqual({});
    expect(valuesToSend(fields, 'edit', { ...before, kind: null, extra: { a: [2] } }, { ...before })).toEqual({
      kind: null,
      extra: { a: [2] },
    });
  });
});

describe('groups in a form', () => {
  const mails: Field = {
    source: 'mails',
    type: 'group',
    many: true,
    fields: [{ source: 'address', type: 'text', required: true }],
  };

  it('are null if there are none, and no change if there were none', () => {
    expect(initialValues([mails], { id: '1', mails: null })).toEqual({ id: '1', mails: [] });
    expect(valuesToSend([mails], 'edit', { mails: [] }, { mails: null })).toEqual({});
    expect(valuesToSend([mails], 'create', { mails: [] }, null)).toEqual({});
    expect(valuesToSend([mails], 'edit', { mails: [] }, { mails: [{ address: 'a' }] })).toEqual({ mails: null });
    const theirs = { mails: [{ address: 'b' }] };
    expect(conflictingFields([mails], { mails: null }, { mails: [] }, theirs)).toEqual([
      { field: mails, mine: null, theirs: theirs.mails, isMineChanged: false },
    ]);
  });

  it('have an input for each of their values', () => {
    expect(inputsOf(mails, { mails: [{}, {}] })).toEqual(['mails', 'mails.0.address', 'mails.1.address']);
  });
});

describe('two changes of one record', () => {
  const before = { kind: 'a', other: 'b', third: 'c' };

  it('conflict in the fields that another user has changed, unless both set the same value', () => {
    const theirs = { kind: 'x', other: 'y', third: 'c' };
    const found = conflictingFields(chain, before, { kind: 'x', other: 'b', third: 'z' }, theirs);
    expect(found).toEqual([{ field: other, mine: 'b', theirs: 'y', isMineChanged: false }]);
  });
});
