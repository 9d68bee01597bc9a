import type { Identifier } from 'react-admin';
import type { Action } from '#shared/declaration/action.ts';
import type { DownloadClient, DownloadedFile } from './downloadClient.ts';
import type { HttpClient } from './httpClient.ts';

export interface ActionParams {
  action: Pick<Action, 'method' | 'path' | 'then'>;
  /** The record of a row action. */
  id?: Identifier;
  /** Those of a bulk action. */
  ids?: readonly Identifier[];
  /** The fields of the action's form, and the payment password where it is asked for. */
  values: Readonly<Record<string, unknown>>;
  /** The same for all tries at one thing; null for an action that is not idempotent. */
  idempotencyKey: string | null;
  /** It may take longer than other calls. */
  isLong?: boolean;
  signal?: AbortSignal;
}

export interface ActionAnswer {
  /** What the server tells; undefined where it answers with a file. */
  data: unknown;
  file: DownloadedFile | null;
}

interface ActionConnection {
  apiBase: string;
  httpClient: HttpClient;
  download: DownloadClient;
  /** An HTTP client with more time. */
  upload: HttpClient;
}

/** Does what a declared action says. @throws what the HTTP client throws */
export async function runAction(
  { apiBase, httpClient, download, upload }: ActionConnection,
  { action: { method, path, then }, id, ids, values, idempotencyKey, isLong, signal }: ActionParams,
): Promise<ActionAnswer> {
  const url = `${apiBase}/${path.replaceAll(/:id(?!\w)/g, () => encodeURIComponent(String(id)))}`;
  const body = ids === undefined ? values : { ...values, ids };
  const request = {
    method,
    headers: idempotencyKey === null ? {} : { 'Idempotency-Key': idempotencyKey },
    ...(method === 'DELETE' && Object.keys(body).length === 0 ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  };
  if (then === 'download') return { data: undefined, file: await download(url, request) };
  return { data: (await (isLong === true ? upload : httpClient)(url, request)).json, file: null };
}
