import { afterAll, beforeAll } from 'vitest';
import { ApiError } from '@merchant-console/ra-provider';
import { changeRecords, type SendChange } from '../../../../packages/ra-declared/src/list/changeRecords.ts';
import type { FieldRecord } from '../../../../packages/ra-declared/src/fields/FieldTypeDefinition.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startTaskServer, type Task, tasks, type TaskServer } from './taskServer.ts';

const SILENT = { isStopped: () => false, onChanged: () => {}, onTried: () => {} };

/** A server with stored records, for all tests of the `describe` around. Use what it returns in tests only. */
export function bulkEditWorld() {
  let server: TaskServer;
  beforeAll(async () => {
    server = await startTaskServer(USUAL_DATABASE);
  });
  afterAll(() => server.close());
  async function edit(records: readonly Task[], values: FieldRecord) {
    const { dataProvider } = server.viewer;
    const send: SendChange = async (params) => (await dataProvider.update<Task>(tasks.name, params)).data;
    const result = await changeRecords(send, records, values, SILENT);
    return { ...result, refused: result.refused.map(({ record, reason }) => [record.id, ...reasonOf(reason)]) };
  }
  const reasonOf = (reason: Error) =>
    reason instanceof ApiError ? [reason.status, reason.errorId] : [null, reason.message];
  const current = (records: readonly Task[]) => server.owner.read(records.map(({ id }) => id));
  return {
    get server() {
      return server;
    },
    edit,
    current,
  };
}
