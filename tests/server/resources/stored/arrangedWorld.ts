import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { fieldSchema } from '../../../../packages/declaration/src/fieldSchema.ts';
import { type OpenedResource, startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';

export const TITLE = fieldSchema.parse({ source: 'title', type: 'text' });

export const POSITION = fieldSchema.parse({ source: 'position', type: 'integer' });

export const parentOf = (name: string, more: object = {}) =>
  fieldSchema.parse({ source: 'parent_id', type: 'reference', reference: name, filter: 'eq', ...more });

export const openTree = (world: StoredWorld, name: string, more: object = {}) =>
  world.open({ name, tree: 'parent_id', order: 'position', fields: [TITLE, POSITION, parentOf(name, more)] });

export const openOrdered = (world: StoredWorld, name: string) =>
  world.open({ name, order: 'position', fields: [TITLE, POSITION] });

export interface Row {
  id: string;
  parent: string | null;
  position: number | null;
}

/** All rows of a table, siblings in their order. */
export async function rowsOf({ db, actor }: StoredWorld, name: string, parent = 'parent_id'): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, ${sql.ref(parent)} as parent, position from ${sql.table(`r_${name}`)}
    where merchant_id = ${actor.merchantId} order by position, id`.execute(db.kysely);
  return rows;
}

export const below = (rows: readonly Row[], parent: string | null) =>
  rows.filter((row) => row.parent === parent).map(({ id }) => id);

/** Siblings with the same position. */
export function doubled(rows: readonly Row[]): string[] {
  const places = rows.map(({ parent, position }) => `${parent} ${position}`);
  return places.filter((place, at) => places.indexOf(place) < at);
}

export const createIn = ({ writer }: OpenedResource, { actor }: StoredWorld, parent: string | null) =>
  writer.create(actor, parent === null ? {} : { parent_id: parent });

/** A server with stored resources, for all tests of the `describe` around. Use what it returns in tests only. */
export function arrangedWorld(kind: Db['kind']) {
  let world: StoredWorld;
  beforeAll(async () => {
    world = await startStoredWorld(kind);
    world.actor.permissions = new Set(['articles.delete']);
  });
  afterAll(() => world.close());
  return {
    get world() {
      return world;
    },
  };
}
