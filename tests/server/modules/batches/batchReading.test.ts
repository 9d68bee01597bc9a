import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BATCH_COLUMNS } from '#shared/contract/batchFile.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { text, workbook } from '#tests/support/workbook.ts';
import { batchWorld, HEADER, row, type BatchWorld } from './batchWorld.ts';

const LETTERS = 'ABCDEF';
const cells = (line: number, texts: readonly string[]) => texts.map((one, at) => text(`${LETTERS[at]}${line}`, one)).join(''); // prettier-ignore
function tableOf(rows: readonly { name: string; isHidden?: boolean }[]): string {
  const below = rows.map(({ name, isHidden }, at) => {
    const texts = cells(at + 2, [name, '6222021234567890128', 'ICBC', '', '100', 'x']);
    return `<row r="${at + 2}"${isHidden ? ' hidden="1"' : ''}>${texts}</row>`;
  });
  return [`<row r="1">${cells(1, BATCH_COLUMNS)}</row>`, ...below].join('');
}

const TWO_SHEETS = () =>
  workbook({
    sheets: [
      { name: 'October', rows: tableOf([{ name: 'Ann' }, { name: 'Bob', isHidden: true }]) },
      { name: 'Notes', rows: `<row r="1">${text('A1', 'hello')}</row>` },
      { name: 'November', rows: tableOf([{ name: 'Eve' }]) },
    ],
  });

describe('a file of which not all is paid', () => {
  let batches: BatchWorld;
  beforeAll(async () => {
    batches = await batchWorld(USUAL_DATABASE);
  });
  afterAll(() => batches.world.close());

  it('asks first, creates nothing until it is answered, and keeps what was chosen with the batch', async () => {
    const bytes = await TWO_SHEETS();
    const before = await batches.world.db.kysely.selectFrom('batch_transfers').select('id').execute();
    const asked = await batches.upload(bytes);
    expect(asked).toMatchObject({ status: 409, msg: expect.stringContaining('Choose how') });
    const half = await batches.upload(bytes, { choices: { sheet: 'October' } });
    expect(half.status).toBe(409);
    const after = await batches.world.db.kysely.selectFrom('batch_transfers').select('id').execute();
    expect(after).toHaveLength(before.length);

    const { status, data } = await batches.upload(bytes, { choices: { sheet: 'October', hidden_rows: 'leave_out' } });
    expect({ status, total: data?.total_count }).toEqual({ status: 201, total: 1 });
    const reading = {
      sheet: 'October',
      other_sheets: [{ name: 'Notes', has_payments: false }, { name: 'November', has_payments: true }], // prettier-ignore
      hidden_rows: { choice: 'leave_out', count: 1, lines: [[3, 3]] },
      hidden_columns: [],
      rows_above: 0,
      encoding: null,
    };
    expect(data?.reading).toEqual(reading);
    expect(await batches.submit({ id: data?.id ?? '', revision: data?.revision ?? 0 })).toMatchObject({ status: 200 });
    expect((await batches.items(data?.id ?? '', { user: 'checker' })).batch.reading).toEqual(reading);
  });

  it('is uploaded once for each of its sheets', async () => {
    const bytes = await workbook({
      sheets: [
        { name: 'A', rows: tableOf([{ name: 'Ann' }]) },
        { name: 'B', rows: tableOf([{ name: 'Bob' }]) },
      ],
    });
    const first = await batches.upload(bytes, { choices: { sheet: 'A' } });
    expect((await batches.upload(bytes, { choices: { sheet: 'B' } })).status).toBe(201);
    const again = await batches.upload(bytes, { choices: { sheet: 'A' } });
    expect(again).toMatchObject({ status: 409, current: first.data?.id });
    const { kysely } = batches.world.db;
    // As earlier versions stored it.
    await kysely
      .updateTable('batch_transfers')
      .set({ sheet_name: '' })
      .where('id', '=', first.data?.id ?? '')
      .execute();
    expect(await batches.upload(bytes, { choices: { sheet: 'A' } })).toMatchObject({ status: 409 });
  });

  it('is uploaded once if two uploads of one sheet arrive together', async () => {
    const bytes = await workbook({
      sheets: [
        { name: 'A', rows: tableOf([{ name: 'Zoe' }]) },
        { name: 'B', rows: tableOf([{ name: 'Max' }]) },
      ],
    });
    const sheet = { choices: { sheet: 'A' } };
    const both = await Promise.all([batches.upload(bytes, sheet), batches.upload(bytes, sheet)]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
  });

  it('reports a sheet that it lacks, and keeps nothing of a file that is read as a whole', async () => {
    const bytes = await workbook({ sheets: [{ name: 'A', rows: tableOf([{ name: 'Kim' }]) }] });
    expect(await batches.upload(bytes, { choices: { sheet: 'X' } })).toMatchObject({
      status: 422,
      errors: { sheet: 'This file has no sheet “X” with payments.' },
    });
    expect((await batches.uploaded(bytes)).reading).toBeNull();
  });

  it('is decoded as the user chooses', async () => {
    const bytes = Buffer.from(`${HEADER}\n${row({ name: 'José', bank: 'Banco' })}`, 'latin1');
    expect((await batches.upload(bytes)).status).toBe(409);
    const { data } = await batches.upload(bytes, { choices: { encoding: 'windows-1252' } });
    expect(data?.reading).toMatchObject({ encoding: 'windows-1252' });
    expect((await batches.items(data?.id ?? '')).items[0]?.cells.payee_name).toBe('José');
  });

  it('warns of a payment that a missing quotation mark hid in a remark', async () => {
    const content = `${HEADER}\n${row({ remark: '"first' })}\nWang,6222020000123456774,CMB,,7.00,x"\n${row({ amount: '101' })}`;
    const draft = await batches.uploaded(content);
    expect(draft).toMatchObject({ total_count: 2, valid_count: 2, swallowed_count: 1 });
    const { items } = await batches.items(draft.id, { show: 'problems' });
    expect(items.map(({ line_no, is_swallowed }) => [line_no, is_swallowed])).toEqual([[2, true]]);
  });

  it('sums only valid rows in its result file', async () => {
    const draft = await batches.uploaded([HEADER, row({ amount: '500.61' }), row({ amount: '86.21', card: '1' })].join('\n')); // prettier-ignore
    expect(draft.total_amount).toBe('50061');
    const filter = encodeURIComponent(JSON.stringify({ batch_id: draft.id }));
    const columns = encodeURIComponent(JSON.stringify(['line_no', 'amount', 'status']));
    const answer = await batches.world.call({
      method: 'GET',
      url: `/prod-api/batch-transfer-items/export?format=csv&filter=${filter}&columns=${columns}`,
      token: batches.token('demo'),
    });
    expect(answer.body).toContain('500.61');
    expect(answer.body).not.toContain('586.82');
  });
});
