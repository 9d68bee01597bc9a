import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import { labelSchema } from '#shared/i18n/label.ts';
import { LANGUAGES } from '#shared/i18n/languages.ts';
import { plainText } from '#shared/format/plainText.ts';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Database } from '#server/db/schema.ts';
import { ConflictError, NotFoundError } from '#server/errors.ts';
import type { Actor, RecordWriter, Target, Values, WireRecord } from '#server/resources/RecordSource.ts';
import type { MenuRecordRow, MenusBackendOptions } from './MenusBackendOptions.ts';
import { checkMenuEntry } from './menuRules.ts';

type Tx = Transaction<Database>;
type Present = (row: MenuRecordRow) => WireRecord;

/** Changes entries of a tenant's menu, each with its audit record. */
export function menusWriter(
  { db, clock, isPage }: MenusBackendOptions,
  present: Present,
): Pick<RecordWriter, 'create' | 'update' | 'remove'> {
  /** All entries of the tenant, while nobody else changes any: the rules are about the menu as a whole. */
  async function menuOf(tx: Tx, merchantId: string): Promise<MenuRecordRow[]> {
    const tenant = tx.selectFrom('merchants').where('merchant_id', '=', merchantId).select('merchant_id');
    await tenant.forNoKeyUpdate().execute();
    return tx.selectFrom('menus').where('merchant_id', '=', merchantId).orderBy('id').selectAll().execute();
  }

  async function expected(tx: Tx, merchantId: string, { id, revision }: Target) {
    const rows = isUuid(id) ? await menuOf(tx, merchantId) : [];
    const row = rows.find((one) => one.id === id);
    if (!row) throw new NotFoundError();
    if (revision !== null && row.revision !== revision) throw new ConflictError({ current: present(row) });
    return { row, others: rows.filter((one) => one !== row) };
  }

  function audit(tx: Tx, actor: Actor, action: string, before: WireRecord | null, after: WireRecord | null) {
    const changed = (side: WireRecord | null, other: WireRecord | null) =>
      side &&
      Object.fromEntries(
        Object.entries(side).filter(
          ([source, value]) => !UNTOLD.includes(source) && !(other && isDeepStrictEqual(value, other[source])),
        ),
      );
    return recordAudit(tx, {
      ...{ actor, action, resource: 'menus', recordId: (after ?? before)?.id ?? '', at: clock.now() },
      ...{ before: changed(before, after), after: changed(after, before) },
    });
  }

  return {
    create: (actor, values) =>
      db.transaction(async (tx) => {
        const others = await menuOf(tx, actor.merchantId);
        const now = clock.now();
        const last = Math.max(0, ...others.map(({ position }) => position));
        const row: MenuRecordRow = {
          ...{ merchant_id: actor.merchantId, id: uuidv7({ msecs: now.getTime() }), revision: 1 },
          ...{ url_name: '', component_path: null, parent_id: null, icon: null, redirect: null, title: '' },
          ...{ is_hidden: false, position: last + 1, created_at: now, updated_at: now },
          ...columnsOf(values, null),
        };
        checkMenuEntry(row, others, isPage);
        await tx
          .insertInto('menus')
          .values({ ...row, title: JSON.stringify(row.title) })
          .execute();
        await audit(tx, actor, 'menus.create', null, present(row));
        return present(row);
      }),

    update: (actor, target, values) =>
      db.transaction(async (tx) => {
        const { row, others } = await expected(tx, actor.merchantId, target);
        const changes = { ...columnsOf(values, present(row)), revision: row.revision + 1, updated_at: clock.now() };
        const after = { ...row, ...changes };
        checkMenuEntry(after, others, isPage);
        await tx
          .updateTable('menus')
          .set({ ...changes, title: JSON.stringify(after.title) })
          .where('merchant_id', '=', actor.merchantId)
          .where('id', '=', row.id)
          .execute();
        await audit(tx, actor, 'menus.edit', present(row), present(after));
        return present(after);
      }),

    remove: (actor, target) =>
      db.transaction(async (tx) => {
        const { row, others } = await expected(tx, actor.merchantId, target);
        if (others.some(({ parent_id }) => parent_id === row.id)) {
          throw new ConflictError({ id: 'menu_has_pages', current: present(row) });
        }
        await tx.deleteFrom('menus').where('merchant_id', '=', actor.merchantId).where('id', '=', row.id).execute();
        await audit(tx, actor, 'menus.delete', present(row), null);
        return present(row);
      }),
  };
}

const UNTOLD = ['id', 'revision', 'created_at', 'updated_at'];

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
