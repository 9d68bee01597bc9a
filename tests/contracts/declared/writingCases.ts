import { beforeAll, expect, it } from 'vitest';
import { shownOf, acceptsValue, type Field, holds, type Resource } from '@merchant-console/declaration';
import type { Operation } from '@merchant-console/protocol';
import type { DeclaredRecord, DeclaredServer } from './DeclaredServer.ts';
import { onlyIf } from './onlyIf.ts';
import { allRecords, recordOf } from './recordsOf.ts';
import { sampleRecord, type Samples } from './sampleValue.ts';
import { wrongValues } from './wrongValues.ts';

/** Sample records which together show each field. */
const TURNS = [1, 2, 3, 4];

/** Declares the cases of creating, changing and deleting, as far as the declaration allows them. */
export function writingCases(resource: Resource, server: () => DeclaredServer, samples: Samples): void {
  const { fields, operations } = resource;
  const can = (operation: Operation) => operations.includes(operation);
  let records: readonly DeclaredRecord[];
  beforeAll(async () => {
    records = await allRecords(server());
  });

  const sample = (mode: 'create' | 'edit', turn: number) => sampleRecord(fields, mode, { samples, records }, turn);

  async function made(turn: number): Promise<DeclaredRecord> {
    const answer = await server().send('owner', 'POST', '', sample('create', turn));
    expect([answer.status, answer.errors]).toEqual([201, {}]);
    return recordOf(answer.data);
  }

  it.each(onlyIf(can('create') && can('delete'), 'creates, changes and deletes a record'))('%s', async () => {
    const record = await made(1);
    expect(record).toMatchObject(shown(fields, sample('create', 1)));
    let current = record;
    if (can('edit')) {
      const body = { ...sample('edit', 2), revision: record['revision'] };
      const answer = await server().send('owner', 'PUT', `/${record.id}`, body);
      expect([answer.status, answer.errors]).toEqual([200, {}]);
      current = recordOf(answer.data);
      expect(current).toMatchObject(shown(fields, sample('edit', 2)));
      const stale = await server().send('owner', 'PUT', `/${record.id}`, { ...sample('edit', 3), revision: 1 });
      expect([stale.status, stale.data]).toMatchObject([409, { error: 'conflict', current }]);
    }
    if (can('show')) expect(recordOf((await server().send('owner', 'GET', `/${record.id}`)).data)).toEqual(current);
    if (resource.storage === 'table') {
      const { status, data } = await server().send('owner', 'POST', '/deletion', { ids: [record.id] });
      expect([status, data]).toEqual([200, { effects: [] }]);
    }
    const deleted = await server().send('owner', 'DELETE', `/${record.id}?revision=${String(current['revision'])}`);
    expect(deleted.status).toBe(200);
    expect((await server().send('owner', 'GET', `/${record.id}`)).status).toBe(404);
    expect(await allRecords(server())).toEqual(records);
  });

  const writable = fields.filter(
    (field) => can('create') && acceptsValue(field, 'create') && wrongValues(field).length > 0,
  );
  it.each(writable.map((field) => [field.source, field] as const))(
    'rejects invalid values of %s, and names the field',
    async (source, field) => {
      const rest = TURNS.map((turn) => sample('create', turn)).find((one) => !field.when || holds(field.when, one));
      for (const value of wrongValues(field)) {
        const answer = await server().send('owner', 'POST', '', { ...rest, [source]: value });
        // A problem of a group names the value in it.
        const named = new Set(Object.keys(answer.errors).map((name) => name.split('.')[0]));
        expect([value, answer.status, [...named]]).toEqual([value, 422, [source]]);
      }
      expect(await allRecords(server())).toEqual(records);
    },
  );

  it.each(onlyIf(can('create'), "rejects fields that can't be written"))('%s', async () => {
    const fixed = fields.find((field) => field.readOnly === true && !SERVERS_OWN.includes(field.source));
    for (const source of ['no_such_field', ...(fixed ? [fixed.source] : [])]) {
      const answer = await server().send('owner', 'POST', '', { ...sample('create', 1), [source]: 'x' });
      expect([answer.status, Object.keys(answer.errors)]).toEqual([422, [source]]);
    }
  });
}

const SERVERS_OWN = ['id', 'created_at', 'updated_at', 'revision'];

/** Values as they are returned: masked values as their masks, and of a secret only that there is one. */
function shown(fields: readonly Field[], values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([source, value]) => {
      const field = fields.find((one) => one.source === source);
      if (field?.type === 'secret') return [source, true];
      return [source, field && typeof value === 'string' ? shownOf(field, value) : value];
    }),
  );
}
