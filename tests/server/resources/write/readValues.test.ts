import { describe, expect, it } from 'vitest';
import { fieldSchema } from '../../../../packages/declaration/src/fieldSchema.ts';
import { declarationSchema, toResource, visibleTo } from '@merchant-console/declaration';
import { suppliers } from '#tests/support/suppliers.ts';
import { ValidationError } from '#server/errors.ts';
import { readValues } from '#server/resources/readValues.ts';

const resource = toResource(declarationSchema.parse(suppliers));
const everything = new Set(['suppliers.see_margin']);

const stored = {
  id: 'a',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  revision: 3,
  name: 'Acme',
  email: null,
  account: '6222••••8888',
  code: 'A1',
  api_key: true,
  price: '100',
  fee: '5',
  total: '105',
  kind: 'company',
  tax_no: 'T1',
  status: 'enabled',
  reason: null,
  disabled_at: null,
  channel_id: null,
  contract: null,
  since: null,
  margin: 250,
};

const groups = [
  fieldSchema.parse({
    source: 'mails',
    type: 'group',
    many: true,
    fields: [
      { source: 'address', type: 'text', required: true },
      { source: 'weight', type: 'decimal', scale: 2 },
    ],
  }),
];

function read(body: Record<string, unknown>, current: Record<string, unknown> | null, permissions = everything) {
  const { fields } = resource;
  try {
    return readValues({ fields, visible: visibleTo(permissions, resource).fields, current }, body);
  } catch (error) {
    if (error instanceof ValidationError) {
      return Object.fromEntries(Object.entries(error.fields).map(([field, { key }]) => [field, `refused: ${key}`]));
    }
    throw error;
  }
}
const create = (body: Record<string, unknown>, permissions = everything) => read(body, null, permissions);
const edit = (body: Record<string, unknown>, permissions = everything) => read(body, stored, permissions);
const LEAST = { name: 'Acme', account: '6222020200001111', tax_no: 'T1' };

describe('a new record', () => {
  it('has the sent values, trimmed, and the defaults of missing ones', () => {
    expect(create({ ...LEAST, name: '  Acme ', email: '  ' })).toEqual({
      ...LEAST,
      name: 'Acme',
      email: null,
      kind: 'company',
      status: 'enabled',
    });
  });

  it('needs each required field that is shown, and 0 is a value', () => {
    expect(create({})).toEqual({
      name: 'refused: required',
      account: 'refused: required',
      tax_no: 'refused: required',
    });
    expect(create({ ...LEAST, fee: '0' })).toMatchObject({ fee: '0' });
    expect(create({ ...LEAST, name: '   ' })).toEqual({ name: 'refused: required' });
  });

  it('has no value in a hidden field, whatever was sent for it', () => {
    expect(create({ ...LEAST, kind: 'person', tax_no: 'T1' })).toMatchObject({ kind: 'person', tax_no: null });
    expect(create({ name: 'A', account: '1', kind: 'person' })).toMatchObject({ kind: 'person' });
  });

  it.each([
    [{ nmae: 'x' }, { nmae: 'refused: unknown_field' }],
    [{ merchant_id: 'x' }, { merchant_id: 'refused: unknown_field' }],
    [{ constructor: 'x' }, { constructor: 'refused: unknown_field' }],
    [{ status: 'disabled' }, { status: 'refused: read_only' }],
    [{ total: '1' }, { total: 'refused: read_only' }],
    [{ email: 'nobody' }, { email: 'refused: invalid_email' }],
    [{ name: 'x'.repeat(21) }, { name: 'refused: too_long' }],
    [{ price: '0' }, { price: 'refused: too_small' }],
    [{ price: 1 }, { price: 'refused: amount_as_text' }],
    [{ kind: 'other' }, { kind: 'refused: invalid_value' }],
    [{ since: 'today' }, { since: 'refused: invalid_format' }],
    [{ contract: 'x' }, { contract: 'refused: invalid_type' }],
  ])('%j is rejected', (wrong, refusal) => {
    expect(create({ ...LEAST, ...wrong })).toEqual(refusal);
  });

  it('ignores values for fields that only the server sets', () => {
    const { id, created_at, updated_at, revision } = stored;
    expect(create({ ...LEAST, id, created_at, updated_at, revision, status: null, total: '' })).toEqual(create(LEAST));
  });

  it('stores times in UTC', () => {
    expect(create({ ...LEAST, since: '2026-03-01T08:00:00+08:00' })).toMatchObject({
      since: '2026-03-01T00:00:00.000Z',
    });
  });
});

describe('a change of a record', () => {
  it('is empty if the record is sent back unchanged', () => {
    expect(edit(stored)).toEqual({});
  });

  it('contains only differences', () => {
    expect(edit({ ...stored, name: 'Acme 2', price: '7' })).toEqual({ name: 'Acme 2', price: '7' });
  });

  it('leaves out a masked value that comes back as its mask, and an empty secret', () => {
    expect(edit({ account: '6222••••8888', api_key: '' })).toEqual({});
    expect(edit({ account: '6222020200002222', api_key: ' s ' })).toEqual({
      account: '6222020200002222',
      api_key: ' s ',
    });
  });

  it.each([
    [{ code: 'B2' }, { code: 'refused: read_only' }],
    [{ status: 'disabled' }, { status: 'refused: read_only' }],
    [{ total: '1' }, { total: 'refused: read_only' }],
    [{ name: '' }, { name: 'refused: required' }],
    [{ account: null }, { account: 'refused: required' }],
    [{ api_key: false }, { api_key: 'refused: invalid_type' }],
    [{ other: null }, { other: 'refused: unknown_field' }],
  ])('%j is rejected', (wrong, refusal) => {
    expect(edit(wrong)).toEqual(refusal);
  });

  it('removes the value of a field that it hides', () => {
    expect(edit({ kind: 'person' })).toEqual({ kind: 'person', tax_no: null });
  });

  it('requires a required field that it shows', () => {
    const person = { ...stored, kind: 'person', tax_no: '' };
    expect(read({ kind: 'company' }, person)).toEqual({ tax_no: 'refused: required' });
    expect(read({ kind: 'company', tax_no: 'T2' }, person)).toEqual({ kind: 'company', tax_no: 'T2' });
  });

  it("doesn't require unrelated values that an old record lacks", () => {
    expect(read({ email: 'a@b.cn' }, { ...stored, tax_no: '' })).toEqual({ email: 'a@b.cn' });
  });

  it('treats a field that the user may not see like an unknown one', () => {
    const { margin: _, ...seen } = stored;
    const nobody = new Set<string>();
    const asNobody = (body: Record<string, unknown>) => read(body, seen, nobody);
    expect(asNobody({ margin: 250 })).toEqual({ margin: 'refused: unknown_field' });
    expect(asNobody({ name: 'B' })).toEqual({ name: 'B' });
    expect(create({ ...LEAST, margin: 1 }, nobody)).toEqual({ margin: 'refused: unknown_field' });
  });
});

describe('groups of values', () => {
  const readGroups = (mails: unknown, current: Record<string, unknown> | null = null) =>
    readValues({ fields: groups, visible: groups, current }, { mails });

  it('are normalised like values of a record', () => {
    const sent = [{ address: ' a ', weight: '1.5' }, { address: 'b' }];
    const mails = [
      { address: 'a', weight: '1.50' },
      { address: 'b', weight: null },
    ];
    expect(readGroups(sent)).toEqual({ mails });
    expect(readGroups(sent, { mails })).toEqual({});
    expect(readGroups([], { mails })).toEqual({ mails: null });
    expect(readGroups([], { mails: null })).toEqual({});
  });

  it('are refused with the place of each problem', () => {
    const refused = (mails: unknown) => {
      try {
        return readGroups(mails);
      } catch (error) {
        return error instanceof ValidationError ? error.fields : error;
      }
    };
    expect(refused([{ address: 'a' }, { weight: 'x', more: 1 }])).toEqual({
      'mails.1.more': { key: 'unknown_field', args: { field: 'more' } },
      'mails.1.address': { key: 'required' },
      'mails.1.weight': { key: 'invalid_format' },
    });
    expect(refused('a')).toEqual({ mails: { key: 'invalid_type' } });
  });
});
