import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { checkDeclarations } from '@merchant-console/declaration/check';
import type { Declaration } from '@merchant-console/declaration';
import { presentRow, type StoredRow } from '#server/resources/stored/presentRow.ts';
import { parseListQuery } from '#server/resources/listQuery.ts';
import { rowSource } from '#server/resources/tableSource.ts';
import { startStoredWorld } from '#tests/support/storedWorld.ts';
import { watchReads } from '#tests/support/watchReads.ts';
import { fillTable } from './fillTable.ts';
import { scanning } from './scanning.ts';

const ROWS = 10_000;
const ODD = `case when n = 7 then 'odd' else 'usual' end`;
const CHOICES = { choices: [{ id: 'usual' }, { id: 'odd' }] };
const REFERENCE = { type: 'reference', reference: 'things' } as const;

/** Every filter, search and sort that a field can have. */
const FIELDS: Declaration['fields'] = [
  { source: 'code', type: 'text', filter: 'eq', sortable: true, search: true },
  { source: 'kind', type: 'text', filter: 'in' },
  { source: 'name', type: 'text', filter: 'contains', sortable: true, search: true },
  { source: 'note', type: 'longtext', filter: 'contains' },
  { source: 'story', type: 'longtext', search: true },
  { source: 'number', type: 'integer', filter: 'eq', unique: true },
  { source: 'size', type: 'integer', filter: 'range', sortable: true },
  { source: 'price', type: 'money', filter: 'range', sortable: true },
  { source: 'cost', type: 'money', filter: 'eq' },
  { source: 'share', type: 'rate', filter: 'range', sortable: true },
  { source: 'state', type: 'enum', filter: 'in', sortable: true, ...CHOICES },
  { source: 'level', type: 'enum', filter: 'eq', ...CHOICES },
  { source: 'is_odd', type: 'boolean', filter: 'eq', sortable: true },
  { source: 'day', type: 'date', filter: 'range', sortable: true },
  { source: 'due_on', type: 'date', filter: 'eq' },
  { source: 'done_at', type: 'datetime', filter: 'range', sortable: true },
  { source: 'parent_id', filter: 'eq', sortable: true, ...REFERENCE },
  { source: 'other_id', filter: 'in', ...REFERENCE },
  { source: 'created_at', type: 'datetime', filter: 'range', sortable: true },
  { source: 'updated_at', type: 'datetime', filter: 'range', sortable: true },
];

it('the checker warns of exactly what scans all records of a tenant', async () => {
  const world = await startStoredWorld('postgres');
  const { merchantId } = world.actor;
  const { resource, findings } = await world.open({ name: 'things', fields: FIELDS });
  expect(findings).toEqual([]);
  await fillTable(world.db, 'r_things', { merchantId, rows: ROWS, values: { state: ODD, level: ODD } });
  await sql`vacuum analyze r_things, search_words`.execute(world.db.kysely);
  const watched = watchReads(world.db);
  const columns = resource.fields.map(({ source }) => source);
  const indexes = { words: { table: 'r_things', columns: ['code', 'name', 'story'] } };
  const present = (row: StoredRow) => presentRow(resource, row);
  const source = rowSource(watched.db, sql.table('r_things'), present, columns, { indexes });

  const relation = { db: world.db, name: 'r_things', merchantId };
  const found = await scanning(resource, { source, watched, relation });
  const text = JSON.stringify({ version: 1, name: 'things', storage: 'table', fields: FIELDS });
  const { problems } = checkDeclarations([{ file: 'things.json', text }]);

  expect(found.all).toHaveLength(34);
  expect(found.scanning.toSorted()).toEqual(problems.map(({ pointer }) => pointer).toSorted());
  expect(problems.map(({ id }) => id)).toEqual(['R160', 'R160']);
  // Each of the words is in one row, or in all of them.
  await world.db.patiently(() => sql`update r_things set name = 'Double Click ' || id`.execute(world.db.kysely));
  await sql`vacuum analyze r_things, search_words`.execute(world.db.kysely);
  const [first] = (await source.list(merchantId, parseListQuery(resource, {}))).records;
  const id = first?.id ?? '';
  const rare = id.slice(0, 8);
  await watched.pagesRead();
  for (const q of [rare, `${rare} double`, `click ${rare}`]) {
    const query = parseListQuery(resource, { filter: JSON.stringify({ q }) });
    expect((await source.list(merchantId, query)).records.map((record) => record.id)).toContain(id);
    expect({ q, few: Math.max(...(await watched.pagesRead())) < 60 }).toEqual({ q, few: true });
  }
  await world.close();
});
