import type { z } from 'zod';
import { createContext, useContext } from 'react';
import type { Call } from '#shared/contract/call.ts';
import { IN_BACKGROUND_HEADER } from '#shared/contract/live.ts';
import { parseWith, type HttpClient } from '@merchant-console/ra-provider';

/** What the address of a call contains. */
export interface CallAddress<Params = unknown, Query = unknown> {
  params?: Params;
  query?: Query;
}

interface Parts<Params, Query, Body> extends CallAddress<Params, Query> {
  body?: Body;
  /** Bytes to upload instead of a body. */
  file?: Blob | undefined;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** True for a call made by the page itself, which doesn't keep the session from expiring. */
  inBackground?: boolean;
  /** True if it may take longer than other calls. */
  isLong?: boolean;
}

/**
 * Makes a call of the contract and returns its validated data.
 * @throws the HTTP client's errors
 * @throws {ApiError} of kind `unreadable` if the data violate the contract
 */
export type Api = <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType>(
  call: Call<P, Q, B, D>,
  parts?: Parts<z.input<P>, z.input<Q>, z.input<B>>,
) => Promise<z.output<D>>;

/**
 * Typed calls over the HTTP client, for everything except lists and records of resources.
 * @param patient an HTTP client with a longer time limit
 */
export function createApi(apiBase: string, httpClient: HttpClient, patient = httpClient): Api {
  return async (call, parts = {}) => {
    const { body, file, headers, signal, inBackground: isInBackground = false, isLong = false } = parts;
    const { status, json } = await (isLong ? patient : httpClient)(apiBase + addressOf(call, parts), {
      method: call.method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(file && { body: file }),
      ...(signal ? { signal } : {}),
      headers: {
        ...headers,
        ...(file && { 'Content-Type': 'application/octet-stream' }),
        ...(isInBackground && { [IN_BACKGROUND_HEADER]: '1' }),
      },
    });
    return parseWith(call.data, json, status);
  };
}

/** Marks all calls as made by the page itself. */
export function inBackground(api: Api): Api {
  return (call, parts) => api(call, { ...parts, inBackground: true });
}

/** Address of a call below the API's base, with its query. */
export function addressOf({ path }: Pick<Call, 'path'>, { params, query }: CallAddress): string {
  const search = new URLSearchParams(texts(query)).toString();
  return filled(path, texts(params)) + (search === '' ? '' : `?${search}`);
}

/** The values as strings, without absent ones. */
function texts(values: unknown): Record<string, string> {
  const given = typeof values === 'object' && values !== null ? Object.entries(values) : [];
  return Object.fromEntries(
    given.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]),
  );
}

/** Fills in a path's parameters, such as in `/orders/:id`, URL-encoded. */
function filled(path: string, params: Record<string, string>): string {
  return path.replace(/:([a-z_]+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
}

const Context = createContext<Api | null>(null);
export const ApiProvider = Context.Provider;

/** @throws {Error} outside `ApiProvider` */
export function useApi(): Api {
  const api = useContext(Context);
  if (!api) throw new Error('Calls of the API need an ApiProvider above them');
  return api;
}
