import { exportQuery } from '@merchant-console/ra-provider';
import type { ExportRequest } from '@merchant-console/ra-declared';
import { beginTask } from '#shared/contract/tasks.ts';
import type { Api } from './createApi.ts';

/** Starts an export as a task. Loaded on demand, because the scripts of a first list are limited. */
export async function exportInBackground(
  api: Api,
  resource: string,
  { idempotencyKey, ...request }: ExportRequest & { idempotencyKey: string },
): Promise<void> {
  const body = { kind: 'export' as const, resource, query: exportQuery(request) };
  await api(beginTask, { body, headers: { 'Idempotency-Key': idempotencyKey } });
}
