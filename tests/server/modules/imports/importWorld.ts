import { expect } from 'vitest';
import { type Import, importRowSchema, importSchema } from '#shared/contract/imports.ts';
import type { Db } from '#server/db/connect.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const BASE = '/prod-api/imports';

/** Customers of a company, with a value of every kind that a file can contain. */
export const DECLARATIONS = {
  firms: {
    version: 1,
    name: 'firms',
    storage: 'table',
    recordRepresentation: 'name',
    fields: [{ source: 'name', type: 'text', required: true, filter: 'eq', sortable: true, search: true }],
  },
  clients: {
    version: 1,
    name: 'clients',
    storage: 'table',
    fields: [
      { source: 'code', type: 'text', required: true, unique: true, maxLength: 20 },
      { source: 'name', type: 'text', label: { en: 'Client name', zh: '客户名称', es: 'Cliente', ja: '顧客名' } },
      { source: 'notes', type: 'longtext' },
      { source: 'firm_id', type: 'reference', reference: 'firms', filter: 'eq' },
      {
        source: 'stage',
        type: 'enum',
        default: 'lead',
        choices: [
          { id: 'lead', name: { en: 'Lead', zh: '线索', es: 'Prospecto', ja: '見込み' } },
          { id: 'won', name: { en: 'Won', zh: '成交', es: 'Ganado', ja: '成約' } },
        ],
      },
      { source: 'seats', type: 'integer', min: 0 },
      { source: 'weight', type: 'decimal', scale: 3 },
      { source: 'credit', type: 'money' },
      { source: 'discount', type: 'rate' },
      { source: 'active', type: 'boolean' },
      { source: 'since', type: 'date' },
      { source: 'called_at', type: 'datetime' },
    ],
    import: { key: 'code', max: 5000 },
  },
  trips: {
    version: 1,
    name: 'trips',
    storage: 'table',
    fields: [
      { source: 'name', type: 'text' },
      {
        source: 'stops',
        type: 'children',
        reference: 'stops',
        target: 'trip_id',
        columns: ['place'],
        order: 'position',
        min: 1,
        max: 3,
      },
    ],
  },
  stops: {
    version: 1,
    name: 'stops',
    storage: 'table',
    fields: [
      { source: 'place', type: 'text', required: true },
      {
        source: 'trip_id',
        type: 'reference',
        reference: 'trips',
        required: true,
        writeOnce: true,
        onDelete: 'delete',
        filter: 'eq',
      },
      { source: 'position', type: 'integer', auxiliary: true },
      { source: 'number', type: 'text', default: { sequence: 'S-{000}' } },
    ],
    import: { columns: ['place', 'trip_id'] },
  },
};

export interface ImportWorld extends World {
  token: string;
  upload(text: string | Buffer, name?: string, resource?: string, key?: string): ReturnType<World['call']>;
  uploaded(text: string | Buffer, name?: string, resource?: string): Promise<Import>;
  get(id: string): Promise<Import>;
  listed(): Promise<Import[]>;
  rows(id: string, show?: 'all' | 'problems'): Promise<ReturnType<typeof importRowSchema.parse>[]>;
  put(path: string, payload: object): ReturnType<World['call']>;
  post(path: string, payload?: object): ReturnType<World['call']>;
  /** Applies an import, and works until it is done. */
  applied(id: string, mode: 'all' | 'valid'): Promise<Import>;
  undone(id: string): Promise<Import>;
  create(resource: string, values: object): Promise<string>;
  list(resource: string): Promise<Record<string, unknown>[]>;
}

/** @param more declarations besides those above, by name */
export async function importWorld(kind: Db['kind'], more: Record<string, object> = {}): Promise<ImportWorld> {
  const world = await startWorld(kind, { orders: 0, resources: { ...DECLARATIONS, ...more } });
  const { login_token: token } = await world.signIn('demo');
  const upload = (text: string | Buffer, name = 'clients.csv', resource = 'clients', key?: string) =>
    world.call({
      method: 'POST',
      url: `${BASE}?resource=${resource}&name=${name}`,
      token,
      payload: Buffer.from(text),
      headers: { 'content-type': 'application/octet-stream', ...(key && { 'idempotency-key': key }) },
    });
  const get = async (id: string) =>
    importSchema.parse((await world.call({ url: `${BASE}/${id}`, token })).json<{ data: unknown }>().data);
  const post = (path: string, payload: object = {}) =>
    world.call({ method: 'POST', url: `${BASE}/${path}`, token, payload });
  const settled = async (id: string) => {
    for (let step = 0; step < 5; step += 1) await world.imports.step();
    return get(id);
  };
  return {
    ...world,
    token,
    upload,
    async uploaded(text, name, resource) {
      const answer = await upload(text, name, resource);
      expect([answer.statusCode, answer.statusCode === 201 ? '' : answer.body]).toEqual([201, '']);
      return importSchema.parse(answer.json<{ data: unknown }>().data);
    },
    get,
    async listed() {
      const answer = await world.call({ url: BASE, token });
      return importSchema.array().parse(answer.json<{ data: { items: unknown } }>().data.items);
    },
    async rows(id, show = 'all') {
      const answer = await world.call({ url: `${BASE}/${id}/rows?show=${show}`, token });
      return importRowSchema.array().parse(answer.json<{ data: { items: unknown } }>().data.items);
    },
    put: (path, payload) => world.call({ method: 'PUT', url: `${BASE}/${path}`, token, payload }),
    post,
    async applied(id, mode) {
      const answer = await post(`${id}/apply`, { mode });
      expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
      return settled(id);
    },
    async undone(id) {
      const answer = await post(`${id}/undo`);
      expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
      return settled(id);
    },
    async create(resource, values) {
      const answer = await world.call({ method: 'POST', url: `/prod-api/${resource}`, token, payload: values });
      expect([answer.statusCode, answer.statusCode === 201 ? '' : answer.body]).toEqual([201, '']);
      return answer.json<{ data: { id: string } }>().data.id;
    },
    async list(resource) {
      const answer = await world.call({ url: `/prod-api/${resource}?range=[0,29]`, token });
      return answer.json<{ data: Record<string, unknown>[] }>().data;
    },
  };
}
