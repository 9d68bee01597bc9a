import { type RawBuilder, sql } from 'kysely';
import type { Field, Resource } from '@merchant-console/declaration';
import type { RecordImporter } from '../RecordImporter.ts';
import { storedColumnsOf } from './columns.ts';
import { indexesOf } from './indexes.ts';
import type { StoredRow } from './presentRow.ts';
import { idsWhere } from './storedRows.ts';
import { rightsOf, type Writing } from './Writing.ts';

/** Finds stored records by the values of unique fields. */
export function importLookup(writing: Writing): Pick<RecordImporter, 'unique' | 'find'> {
  const { stored } = writing;
  const { resource } = stored;
  return {
    unique: indexesOf(resource).flatMap(({ unique, name: index }) =>
      unique.length === 0
        ? []
        : [{ sources: unique.map(({ source }) => source), folded: isFolded(resource, unique, index) }],
    ),

    async find(db, actor, { sources, folded }, wanted) {
      const fields = sources.flatMap((source) => resource.fields.find((field) => field.source === source) ?? []);
      const { rows } = await sql<StoredRow & { wanted_place: number }>`
        select w.wanted_place, t.* from json_to_recordset(${json(wanted)}::json) as w (wanted_place integer, ${columnsOf(fields)})
        join ${sql.table(stored.placeOf(actor).table)} t on t.merchant_id = ${actor.merchantId}
          and ${sql.join(
            fields.map((field, at) => isSame(field, at, folded)),
            sql` and `,
          )}`.execute(db);
      const rights = await rightsOf(writing, db, actor);
      const ids = rows.map(({ id }) => id);
      const seen = await idsWhere(db, stored.placeOf(actor), ids, rights.see(resource));
      const writable = await idsWhere(db, stored.placeOf(actor), ids, rights.write(resource));
      return new Map(
        rows.map((row) => [
          row.wanted_place,
          { record: stored.present(row), isSeen: seen.has(row.id), isWritable: writable.has(row.id) },
        ]),
      );
    },
  };
}

function isFolded({ name }: Resource, unique: readonly Field[], index: string): boolean {
  const [field] = unique;
  const ignoresCase = field?.type === 'text' && field.unique === 'ignoring case';
  return unique.length === 1 && ignoresCase && !index.startsWith(`r_${name}$together$`);
}

const columnName = (at: number) => `wanted_${at}`;

/** Types of the wanted values, because JSON has fewer. */
function columnsOf(fields: readonly Field[]): RawBuilder<unknown> {
  return sql.join(
    fields.map((field, at) => {
      const [column] = storedColumnsOf(field);
      return sql`${sql.ref(columnName(at))} ${sql.raw(column?.type ?? 'text')}`;
    }),
  );
}

function isSame({ source }: Field, at: number, folded: boolean): RawBuilder<unknown> {
  const [own, other] = [sql.ref(`t.${source}`), sql.ref(`w.${columnName(at)}`)];
  return folded ? sql`fold_case(${own}) = fold_case(${other})` : sql`${own} = ${other}`;
}

function json(wanted: ReadonlyMap<number, readonly unknown[]>): string {
  return JSON.stringify(
    [...wanted].map(([place, values]) => ({
      wanted_place: place,
      ...Object.fromEntries(values.map((value, at) => [columnName(at), value])),
    })),
  );
}
