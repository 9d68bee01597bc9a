import fakeRestProvider from 'ra-data-fakerest';
import type { DataProvider, RaRecord } from 'react-admin';
import {
  CODE_OK,
  CODE_SESSION_ENDED,
  contentRange,
  filterSchema,
  rangeSchema,
  sortSchema,
} from '@merchant-console/protocol';
import { loginBodySchema, type LoginBody, type MenuTree } from '#shared/contract/session.ts';
import type { CurrencyData } from '@merchant-console/declaration';
import { requestOf } from '@merchant-console/ra-provider/contracts';

export const FAKE_API_BASE = '/prod-api';

export interface FakeUser extends LoginBody {
  currencyData: CurrencyData;
  menu: MenuTree;
  /** Response to the user info call. */
  info: unknown;
}

interface FakeApiContent {
  users: readonly FakeUser[];
  resources: Record<string, readonly RaRecord[]>;
}

function answer(status: number, code: number, msg: string, data: unknown, headers: Record<string, string> = {}) {
  return Response.json({ code, msg, data }, { status, headers });
}

const ok = (data: unknown, headers?: Record<string, string>) => answer(200, CODE_OK, '', data, headers);
const refused = (status: number, error: string) => answer(status, status * 100, error, { error });

/** A fake `fetch` with an in-memory back end that serves `/prod-api`: sessions, and resources without rules. */
export function createFakeApi({ users, resources }: FakeApiContent): typeof globalThis.fetch {
  const store = fakeRestProvider(structuredClone(resources));
  const sessions = new Map<string, FakeUser>();
  let signIns = 0;

  function login(body: unknown): Response {
    const given = loginBodySchema.safeParse(body).data;
    const user = users.find(
      ({ username, password, totp_code }) =>
        username === given?.username && password === given.password && totp_code === given.totp_code,
    );
    if (!user) return refused(401, 'invalid_credentials');
    const token = `token-${++signIns}`.padEnd(43, '.');
    sessions.set(token, user);
    return ok({ login_token: token, currency_data: user.currencyData, routers: user.menu });
  }

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname.slice(FAKE_API_BASE.length);
    const text = await request.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    if (path === '/login') return login(body);
    const token = request.headers.get('X-Token') ?? '';
    const user = sessions.get(token);
    if (!user || request.headers.get('Authorization') !== `Bearer ${token}`) {
      return answer(401, CODE_SESSION_ENDED, 'Your session has ended', { error: 'session_ended' });
    }
    if (path === '/logout') {
      sessions.delete(token);
      return ok(null);
    }
    if (path === '/vue-element-admin/user/info') return ok(user.info);
    const [resource = '', id] = path.slice(1).split('/').map(decodeURIComponent);
    if (!Object.hasOwn(resources, resource)) return refused(404, 'not_found');
    return id === undefined
      ? collection(store, resource, request.method, url.searchParams, body)
      : single(store, resource, request.method, id, body);
  }

  return async (input, init) => {
    const request = requestOf(input, init);
    const response = await handle(request);
    request.signal.throwIfAborted();
    return response;
  };
}

async function collection(
  store: DataProvider,
  resource: string,
  method: string,
  query: URLSearchParams,
  body: unknown,
): Promise<Response> {
  if (method === 'POST') return ok((await store.create(resource, { data: recordOf(body) })).data);
  const json = (name: string, otherwise: string): unknown => JSON.parse(query.get(name) ?? otherwise);
  const [from, to] = rangeSchema.parse(json('range', '[0,999]'));
  const [field, order] = sortSchema.parse(json('sort', '["id","ASC"]'));
  const filter = filterSchema.parse(json('filter', '{}'));
  // FakeRest paginates by page number, and react-admin's pages always start at a multiple of their length.
  const perPage = to - from + 1;
  const pagination = { page: from / perPage + 1, perPage };
  const { data, total = 0 } = await store.getList(resource, { pagination, sort: { field, order }, filter });
  return ok(data, { 'Content-Range': contentRange(resource, from, data.length, total) });
}

async function single(
  store: DataProvider,
  resource: string,
  method: string,
  id: string,
  body: unknown,
): Promise<Response> {
  const everything = {
    pagination: { page: 1, perPage: 1000 },
    sort: { field: 'id', order: 'ASC' },
    filter: {},
  } as const;
  const record = (await store.getList(resource, everything)).data.find((row) => String(row.id) === id);
  if (!record) return refused(404, 'not_found');
  const params = { id: record.id, previousData: record };
  if (method === 'PUT') return ok((await store.update(resource, { ...params, data: recordOf(body) })).data);
  if (method === 'DELETE') return ok((await store.delete(resource, params)).data);
  return ok(record);
}

function recordOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}
