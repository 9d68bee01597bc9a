import type { Identifier } from 'react-admin';
import type { DownloadClient, DownloadedFile } from './downloadClient.ts';
import type { HttpClient } from './httpClient.ts';

/** The call of an action on a resource, or on one or more of its records. */
interface ActionCall {
  method: string;
  /** Below the API base; `:id` stands for the record. */
  path: string;
  /** `download` if the response is a file. */
  then?: string;
}

export interface ActionParams {
  action: ActionCall;
  /** Record of a row action. */
  id?: Identifier;
  /** Records of a bulk action. */
  ids?: readonly Identifier[];
  /** Values of the action's form, plus the payment password if required. */
  values: Readonly<Record<string, unknown>>;
  /** The same for all attempts of one execution, or null for an action that isn't idempotent. */
  idempotencyKey: string | null;
  /** True if it may take longer than other calls. */
  isLong?: boolean;
  signal?: AbortSignal;
}

export interface ActionAnswer {
  /** The response's data, or undefined if it is a file. */
  data: unknown;
  file: DownloadedFile | null;
}

interface ActionConnection {
  apiBase: string;
  httpClient: HttpClient;
  download: DownloadClient;
  /** An HTTP client with a longer time limit. */
  upload: HttpClient;
}

/**
 * Executes a declared action.
 * @throws the HTTP client's errors
 */
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
