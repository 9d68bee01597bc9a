import type { Transaction } from 'kysely';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import { labelSchema } from '#shared/i18n/label.ts';
import { LANGUAGES } from '#shared/i18n/languages.ts';
import { plainText } from '#shared/format/plainText.ts';
import { childrenOf } from '#shared/menus/menuOrder.ts';
import { moveItem, type MenuMove } from '#shared/menus/moveItem.ts';
import type { Database } from '#server/db/schema.ts';
import { ConflictError, NotFoundError } from '#server/errors.ts';
import type { Actor, RecordWriter, Target, Values, WireRecord } from '#server/resources/RecordSource.ts';
import type { MenuRecordRow, MenusBackendOptions } from './MenusBackendOptions.ts';
import { tenantType } from './tenantType.ts';
import { keepMenu, lockedMenu, type MenuChange } from './keepMenu.ts';

type Tx = Transaction<Database>;
type Present = (row: MenuRecordRow) => WireRecord;

/** Changes entries of a tenant's menu, each with its audit record. */
export function menusWriter(
  { db, clock, offeredPages }: MenusBackendOptions,
  present: Present,
): Pick<RecordWriter, 'create' | 'update' | 'remove'> & { move: MoveEntry } {
  /** The entry that is meant, in the state that was seen, and the whole menu. */
  async function expected(tx: Tx, merchantId: string, { id, revision }: Target) {
    const before = isUuid(id) ? await lockedMenu(tx, merchantId) : [];
    const row = before.find((one) => one.id === id);
    if (!row) throw new NotFoundError();
    if (revision !== null && row.revision !== revision) throw new ConflictError({ current: present(row) });
    return { row, before };
  }

  async function keep(tx: Tx, actor: Actor, change: MenuChange): Promise<MenuRecordRow | undefined> {
    const pages = offeredPages(await tenantType(tx, actor.merchantId));
    const isPage = (name: string) => pages.some(({ component_path }) => component_path === name);
    const after = await keepMenu(tx, change, { actor, present, isPage, at: clock.now() });
    return after.find(({ id }) => id === change.id);
  }

  return {
    async create(tx, actor, values) {
      const before = await lockedMenu(tx, actor.merchantId);
      const now = clock.now();
      const columns = columnsOf(values, null);
      const row: MenuRecordRow = {
        ...{ merchant_id: actor.merchantId, id: uuidv7({ msecs: now.getTime() }), revision: 0 },
        ...{ url_name: '', component_path: null, parent_id: null, icon: null, redirect: null, title: '' },
        ...{ is_hidden: false, position: nextPosition(before, columns.parent_id ?? null) },
        ...{ created_at: now, updated_at: now, ...columns },
      };
      const made = await keep(tx, actor, { id: row.id, action: 'menus.create', before, after: [...before, row] });
      return present(made ?? row);
    },

    update: (actor, target, values) =>
      db.transaction(async (tx) => {
        const { row, before } = await expected(tx, actor.merchantId, target);
        const columns = columnsOf(values, present(row));
        const goesElsewhere = columns.parent_id !== undefined && columns.parent_id !== row.parent_id;
        // It comes last among its new neighbours, unless somebody says otherwise.
        const placed = goesElsewhere ? { position: nextPosition(before, columns.parent_id ?? null) } : {};
        const changed = { ...row, ...placed, ...columns };
        const after = before.map((one) => (one === row ? changed : one));
        return present((await keep(tx, actor, { id: row.id, action: 'menus.edit', before, after })) ?? changed);
      }),

    remove: (actor, target) =>
      db.transaction(async (tx) => {
        const { row, before } = await expected(tx, actor.merchantId, target);
        if (before.some(({ parent_id }) => parent_id === row.id)) {
          throw new ConflictError({ id: 'menu_has_pages', current: present(row) });
        }
        const after = before.filter((one) => one !== row);
        await keep(tx, actor, { id: row.id, action: 'menus.delete', before, after });
        return present(row);
      }),

    move: (actor, { revision, ...move }) =>
      db.transaction(async (tx) => {
        const { row, before } = await expected(tx, actor.merchantId, { id: move.id, revision });
        const after = moveItem(before, move);
        return present((await keep(tx, actor, { id: row.id, action: 'menus.move', before, after })) ?? row);
      }),
  };
}

/** Moves an entry and numbers its new neighbours; throws as `update` does. */
export type MoveEntry = (actor: Actor, move: MenuMove & { revision: number }) => Promise<WireRecord>;

function nextPosition(rows: readonly MenuRecordRow[], parentId: string | null): number {
  return Math.max(0, ...childrenOf(rows, parentId).map(({ position }) => position)) + 1;
}

type Columns = Partial<
  Pick<
    MenuRecordRow,
    'url_name' | 'component_path' | 'parent_id' | 'icon' | 'redirect' | 'title' | 'is_hidden' | 'position'
  >
>;

/** The columns that checked values stand for. Once a title is typed it is kept as words, in each language. */
function columnsOf(values: Values, before: WireRecord | null): Columns {
  const columns: Columns = {};
  if (Object.hasOwn(values, 'url_name')) columns.url_name = plainText(values['url_name']);
  for (const source of ['component_path', 'parent_id', 'icon', 'redirect'] as const) {
    if (Object.hasOwn(values, source)) columns[source] = plainText(values[source]) || null;
  }
  if (typeof values['is_hidden'] === 'boolean') columns.is_hidden = values['is_hidden'];
  if (typeof values['position'] === 'number') columns.position = values['position'];
  const titles = LANGUAGES.map((language) => [language, `title_${language}`] as const);
  if (titles.some(([, source]) => Object.hasOwn(values, source))) {
    const words = titles.map(([language, source]) => [language, plainText({ ...before, ...values }[source])]);
    columns.title = labelSchema.parse(Object.fromEntries(words.filter(([, text]) => text !== '')));
  }
  return columns;
}
