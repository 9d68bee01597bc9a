import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { NotFoundError } from '#server/errors.ts';
import { sourceOf } from '../resources/sample/guessFields.ts';
import type { RecordsFile, Row } from './recordsFile.ts';

const querySchema = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
const paramsSchema = z.object({ list: z.string(), id: z.string().default('') });
const bodySchema = z.record(z.string(), z.unknown());
const MOST_ROWS = 1000;

/**
 * Adds the calls of json-server 0.17 to the lists of records in a file, as far as its preset of `envelope` makes them:
 * bare rows, parameters by field, the total in `X-Total-Count`. A list `blogPosts` is at `/blogPosts` and `/blog-posts`.
 *
 * @param base path above the lists, such as `/api`
 */
export function serveRecords(app: FastifyInstance, base: string, file: Pick<RecordsFile, 'read' | 'change'>): void {
  app.get(`${base}/:list`, async ({ params, query }, reply) => {
    const lists = await file.read();
    const { _page = '1', _limit = '10', _sort, _order, ...conditions } = querySchema.parse(query);
    const matching = (lists[listIn(lists, params)] ?? []).filter((row) =>
      Object.entries(conditions).every(([name, value]) => holds(row, name, [value].flat())),
    );
    const isDescending = String(_order).toLowerCase() === 'desc';
    const sorted = typeof _sort === 'string' ? matching.toSorted(by(_sort, isDescending)) : matching;
    const perPage = Math.min(Number(_limit), MOST_ROWS);
    const start = (Number(_page) - 1) * perPage;
    void reply.header('X-Total-Count', String(matching.length));
    return sorted.slice(start, start + perPage);
  });

  app.get(`${base}/:list/:id`, async ({ params }) => {
    const lists = await file.read();
    return found(lists[listIn(lists, params)] ?? [], params);
  });

  app.post(`${base}/:list`, async ({ params, body }, reply) => {
    const created = await file.change((lists) => {
      const name = listIn(lists, params);
      const rows = lists[name] ?? [];
      const row = { id: nextId(rows), ...bodySchema.parse(body) };
      return { lists: { ...lists, [name]: [...rows, row] }, row };
    });
    return reply.status(201).send(created);
  });

  app.patch(`${base}/:list/:id`, ({ params, body }) =>
    file.change((lists) => {
      const name = listIn(lists, params);
      const rows = lists[name] ?? [];
      const before = found(rows, params);
      const row = { ...before, ...bodySchema.parse(body), id: before['id'] };
      return { lists: { ...lists, [name]: rows.map((one) => (one === before ? row : one)) }, row };
    }),
  );

  app.delete(`${base}/:list/:id`, async ({ params }) => {
    await file.change((lists) => {
      const name = listIn(lists, params);
      const rows = lists[name] ?? [];
      const row = found(rows, params);
      return { lists: { ...lists, [name]: rows.filter((one) => one !== row) }, row };
    });
    return {};
  });
}

/** @throws {NotFoundError} if the file has no such list */
function listIn(lists: Readonly<Record<string, unknown>>, params: unknown): string {
  const { list } = paramsSchema.parse(params);
  const name = Object.keys(lists).find((one) => one === list || sourceOf(one).replaceAll('_', '-') === list);
  if (name === undefined) throw new NotFoundError();
  return name;
}

/** @throws {NotFoundError} if no row has the ID */
function found(rows: readonly Row[], params: unknown): Row {
  const { id } = paramsSchema.parse(params);
  const row = rows.find((one) => String(one['id']) === id);
  if (!row) throw new NotFoundError();
  return row;
}

/** One more than the largest number, or than the number of rows if their IDs are texts. */
function nextId(rows: readonly Row[]): number | string {
  const ids = rows.map(({ id }) => id);
  const numbers = ids.filter((id) => typeof id === 'number');
  if (numbers.length === ids.length) return Math.max(0, ...numbers) + 1;
  let next = rows.length + 1;
  while (ids.some((id) => String(id) === String(next))) next += 1;
  return String(next);
}

function holds(row: Row, name: string, values: readonly string[]): boolean {
  if (name === 'q') return values.every((value) => contains(row, value.toLowerCase()));
  const [, field = name, kind] = /^(.*)_(gte|lte|ne|like)$/.exec(name) ?? [];
  const own = row[field];
  const text = textOf(own);
  if (kind === 'gte') return values.every((value) => order(own, asTyped(own, value)) >= 0);
  if (kind === 'lte') return values.every((value) => order(own, asTyped(own, value)) <= 0);
  if (kind === 'ne') return values.every((value) => text !== value);
  if (kind === 'like') return values.every((value) => new RegExp(value, 'i').test(text));
  return values.includes(text);
}

const textOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
const asTyped = (own: unknown, value: string) => (typeof own === 'number' ? Number(value) : value);

function contains(value: unknown, text: string): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((inner) => contains(inner, text));
  return String(value).toLowerCase().includes(text);
}

function by(field: string, isDescending: boolean) {
  return (one: Row, other: Row) => (isDescending ? -1 : 1) * order(one[field], other[field]);
}

function order(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [a, b] = [textOf(one), textOf(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}
