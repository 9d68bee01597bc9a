import { sql } from 'kysely';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import { plainText, type Label, labelSchema, resolveLabel } from '@merchant-console/declaration';
import { type Language, LANGUAGES } from '@merchant-console/declaration/languages';
import { childrenOf } from '#shared/menus/menuOrder.ts';
import { type MenuMove, moveItem } from '#shared/menus/moveItem.ts';
import { namedTenant } from '#server/access/rightsOf.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, orNotFound } from '#server/errors.ts';
import type { Actor, RecordWriter, Target, Values, WireRecord } from '#server/resources/RecordSource.ts';
import { rowSource } from '#server/resources/tableSource.ts';
import { keepMenu, lockedMenu, type MenuChange, type MenuRecordRow, type MenusBackendOptions } from './keepMenu.ts';

type Present = (row: MenuRecordRow) => WireRecord;

/** Moves an entry and renumbers its new siblings. @throws errors of `update` */
type MoveEntry = (actor: Actor, move: MenuMove & { revision: number }) => Promise<WireRecord>;

type Columns = Partial<
  Pick<
    MenuRecordRow,
    'url_name' | 'component_path' | 'parent_id' | 'icon' | 'redirect' | 'title' | 'is_hidden' | 'position'
  >
>;

/** Menu entries as records, for the menu editor. */
export function createMenuRecords(options: MenusBackendOptions) {
  const present = (row: MenuRecordRow) => presentMenu(row, options.translators);
  const columns = [
    'id',
    'url_name',
    'component_path',
    'parent_id',
    'position',
    'is_hidden',
    'created_at',
    'updated_at',
  ];
  return { source: rowSource(options.db, sql.table('menus'), present, columns), writer: menusWriter(options, present) };
}

/** Returns titles in each language, also those stored as translation keys. */
function presentMenu(row: MenuRecordRow, translators: MenusBackendOptions['translators']): WireRecord {
  const { merchant_id: _, title, created_at, updated_at, ...rest } = row;
  return {
    ...rest,
    ...Object.fromEntries(LANGUAGES.map((language) => [`title_${language}`, wordsIn(title, language, translators)])),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

function wordsIn(title: Label, language: Language, translators: MenusBackendOptions['translators']): string | null {
  if (typeof title === 'string') return resolveLabel(title, language, translators[language]);
  return title[language] ?? null;
}

/** Writes menu entries, each with its audit entry. */
function menusWriter(
  { db, clock, offeredPages }: MenusBackendOptions,
  present: Present,
): Pick<RecordWriter, 'create' | 'update' | 'remove'> & { move: MoveEntry } {
  /** Locks the menu and returns it with the entry, after checking the revision. */
  async function expected(tx: Tx, merchantId: string, { id, revision }: Target) {
    const before = isUuid(id) ? await lockedMenu(tx, merchantId) : [];
    const row = orNotFound(before.find((one) => one.id === id));
    if (revision !== null && row.revision !== revision) throw new ConflictError({ current: present(row) });
    return { row, before };
  }

  async function keep(tx: Tx, actor: Actor, change: MenuChange): Promise<MenuRecordRow | undefined> {
    const pages = offeredPages(await namedTenant(tx, actor.merchantId));
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
        merchant_id: actor.merchantId,
        id: uuidv7({ msecs: now.getTime() }),
        revision: 0,
        url_name: '',
        component_path: null,
        parent_id: null,
        icon: null,
        redirect: null,
        title: '',
        is_hidden: false,
        position: nextPosition(before, columns.parent_id ?? null),
        created_at: now,
        updated_at: now,
        ...columns,
      };
      const made = await keep(tx, actor, { id: row.id, action: 'menus.create', before, after: [...before, row] });
      return present(made ?? row);
    },

    update: (actor, target, values) =>
      db.transaction(async (tx) => {
        const { row, before } = await expected(tx, actor.merchantId, target);
        const columns = columnsOf(values, present(row));
        const goesElsewhere = columns.parent_id !== undefined && columns.parent_id !== row.parent_id;
        // Appended to its new siblings, unless a position is given.
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

function nextPosition(rows: readonly MenuRecordRow[], parentId: string | null): number {
  return Math.max(0, ...childrenOf(rows, parentId).map(({ position }) => position)) + 1;
}

/** Columns of the validated values. An edited title is stored as text in each language. */
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
