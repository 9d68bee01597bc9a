import { sql, type Selectable } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Summary } from '#shared/contract/listQuery.ts';
import type { Db } from '#server/db/connect.ts';
import type { Database } from '#server/db/schema.ts';
import type { Condition } from './compileFilter.ts';
import { whereSql } from './conditionSql.ts';
import type { ListQuery } from './listQuery.ts';

/** Where the records of a resource are read from. Every function takes the tenant first. */
export interface RecordSource<Record> {
  list(merchantId: string, query: ListQuery): Promise<{ records: Record[]; total: number }>;
  one(merchantId: string, id: string): Promise<Record | undefined>;
  /** @param sums columns whose sums over all matching rows are asked for */
  summary(merchantId: string, conditions: Condition[], sums: string[]): Promise<Summary>;
}

/**
 * Reads a table in the shape that lists need.
 * @param present turns a row into the record that callers see
 */
export function tableSource<Table extends keyof Database, Record>(
  db: Db,
  table: Table,
  present: (row: Selectable<Database[Table]>) => Record,
): RecordSource<Record> {
  type Row = Selectable<Database[Table]>;
  const from = sql.table(table);

  async function list(merchantId: string, { conditions, sort, range: [first, last] }: ListQuery) {
    const where = whereSql({ table, merchantId }, conditions);
    const counted = await sql<{ total: bigint }>`select count(*) as total from ${from} where ${where}`.execute(
      db.kysely,
    );
    const total = Number(counted.rows[0]?.total ?? 0);
    const wanted = Math.min(last + 1, total) - first;
    if (wanted <= 0) return { records: [], total };
    // The nearer end is read from: the last page costs what the first one does.
    const fromEnd = first > total / 2;
    const offset = fromEnd ? total - first - wanted : first;
    const direction = sql.raw(sort.descending === fromEnd ? 'asc' : 'desc');
    const { rows } = await sql<Row>`
      select * from ${from} where ${where}
      order by ${sql.ref(sort.source)} ${direction}, id ${direction}
      limit ${wanted} offset ${offset}`.execute(db.kysely);
    return { records: (fromEnd ? rows.toReversed() : rows).map(present), total };
  }

  async function one(merchantId: string, id: string) {
    if (!isUuid(id)) return undefined;
    const { rows } = await sql<Row>`
      select * from ${from} where merchant_id = ${merchantId} and id = ${id}`.execute(db.kysely);
    return rows[0] && present(rows[0]);
  }

  async function summary(merchantId: string, conditions: Condition[], sums: string[]) {
    const where = whereSql({ table, merchantId }, conditions);
    const columns = sums.map(
      (source, at) => sql`coalesce(sum(${sql.ref(source)}), 0)::text as ${sql.ref(`sum_${at}`)}`,
    );
    const selected = sql.join([sql`count(*)::text as count`, ...columns]);
    const { rows } = await sql<{ [column: string]: string }>`select ${selected} from ${from} where ${where}`.execute(
      db.kysely,
    );
    return {
      count: Number(rows[0]?.['count'] ?? 0),
      sums: Object.fromEntries(sums.map((source, at) => [source, rows[0]?.[`sum_${at}`] ?? '0'])),
    };
  }

  return { list, one, summary };
}
