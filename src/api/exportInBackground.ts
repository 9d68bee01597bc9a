import { exportQuery, type ExportParams } from '@merchant-console/ra-provider';
import { beginTask } from '#shared/contract/tasks.ts';
import type { Api } from './createApi.ts';

/** Starts an export as a task. Loaded on demand, because the scripts of a first list are limited. */
export async function exportInBackground(
  api: Api,
  resource: string,
  request: Omit<ExportParams, 'signal' | 'onProgress'>,
  idempotencyKey: string,
): Promise<void> {
  const body = { kind: 'export' as const, resource, query: exportQuery(request) };
  await api(beginTask, { body, headers: { 'Idempotency-Key': idempotencyKey } });
}
