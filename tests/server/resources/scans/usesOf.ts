import { sql } from 'kysely';
import { type Field, filterOf, isSearched, isSortable, type Resource } from '@merchant-console/declaration';
import type { Db } from '#server/db/connect.ts';
import { parseListQuery, type ListQuery } from '#server/resources/listQuery.ts';

/** A way to query a list that a declaration allows. */
export interface Use {
  field: Field;
  /** The key of the field that allows it. */
  key: 'filter' | 'search' | 'sortable';
  query: ListQuery;
}

export interface Relation {
  db: Db;
  /** Table or view. */
  name: string;
  merchantId: string;
}

/** Every form of filter, search and sort, with values that few rows have. */
export async function usesOf(resource: Resource, relation: Relation): Promise<Use[]> {
  const uses: Use[] = [];
  for (const field of resource.fields) {
    const { source } = field;
    const add = (key: Use['key'], asked: object, shown = resource) =>
      uses.push({ field, key, query: parseListQuery(shown, textsOf(asked)) });
    if (filterOf(field) !== undefined || isSearched(field)) {
      const [rare, common] = await valuesOf(relation, field);
      for (const filter of filtersOf(field, rare, common)) add('filter', { filter });
      if (isSearched(field)) {
        add('search', { filter: { q: rare } }, { ...resource, list: { ...resource.list, search: [field] } });
      }
    }
    if (isSortable(field)) for (const order of ['ASC', 'DESC']) add('sortable', { sort: [source, order] });
  }
  return uses;
}

function filtersOf(field: Field, rare: string, common: string): object[] {
  const { source } = field;
  const isOneOfFew = field.type === 'enum' || field.type === 'boolean';
  const others = isOneOfFew ? [{ [`${source}_neq`]: common }] : [];
  switch (filterOf(field)) {
    case 'eq':
      return [{ [source]: rare }, ...others];
    case 'in':
      return [{ [source]: rare }, { [source]: [rare] }, ...others];
    case 'range':
      return [{ [`${source}_gte`]: rare, [`${source}_lte`]: rare }];
    case 'contains':
      return [{ [`${source}_like`]: rare }];
    // Fields with several references have no index by value.
    case 'any':
    case 'all':
    case 'none':
    case undefined:
      return [];
  }
}

/** A rare value and the most frequent one, as filters write them. */
async function valuesOf({ db, name, merchantId }: Relation, field: Field): Promise<[rare: string, common: string]> {
  const column = sql.ref(field.source);
  const { rows } = await sql<{ value: string }>`
    select to_json(${column}) #>> '{}' as value from ${sql.table(name)}
    where merchant_id = ${merchantId} and ${column} is not null group by ${column} order by count(*), 1`.execute(
    db.kysely,
  );
  const choices = field.type === 'enum' ? field.choices.map(({ id }) => id) : null;
  const values = rows.map(({ value }) => value).filter((value) => !choices || choices.includes(value));
  const common = values.at(-1);
  const rare = [...values, ...(choices ?? [])].find((value) => value !== common);
  if (rare === undefined || common === undefined) throw new Error(`All rows of ${name} have one ${field.source}`);
  return [rare, common];
}

function textsOf(asked: object): Record<string, string> {
  return Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, JSON.stringify(value)]));
}
