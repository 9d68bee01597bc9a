import type { Field } from '@merchant-console/declaration';
import { lastOf, type SessionPool, WORK_LIMITS } from '#server/db/session.ts';
import type { Narrowing, Sorting } from './orderCases.ts';

interface Page {
  narrowing: Narrowing;
  sorting: Sorting;
  first: number;
  size: number;
}

/**
 * The list as one would write it for a single query, over the same driver: skipped rows are read from the index alone,
 * and a page near the end is read backwards.
 */
export function createByHand(pool: SessionPool, merchantId: string) {
  async function query(text: string, values: unknown[]) {
    const session = await pool.connect(WORK_LIMITS);
    try {
      return lastOf(await session.query<{ [column: string]: unknown }>([{ sql: text, parameters: values }]));
    } finally {
      session.release();
    }
  }

  async function count({ byHand, values }: Narrowing): Promise<number> {
    const text = `select count(*) as total from orders where merchant_id = $1 ${byHand}`;
    const { rows } = await query(text, [merchantId, ...values]);
    return Number(rows[0]?.['total']);
  }

  return {
    count,
    /** The IDs of a page, separated by commas. */
    async page({ narrowing, sorting: { source, order }, first, size }: Page): Promise<string> {
      const total = await count(narrowing);
      const wanted = Math.min(size, total - first);
      const fromEnd = first > total / 2;
      const direction = (order === 'DESC') === fromEnd ? 'asc' : 'desc';
      const offset = fromEnd ? total - first - wanted : first;
      const sorted = `order by ${source} ${direction}, id ${direction}`;
      const keys = `select merchant_id, id from orders where merchant_id = $1 ${narrowing.byHand} ${sorted}`;
      const { rows } = await query(
        `select o.* from (${keys} limit ${wanted} offset ${offset}) k join orders o using (merchant_id, id) ${sorted}`,
        [merchantId, ...narrowing.values],
      );
      const ids = rows.map(({ id }) => id);
      return (fromEnd ? ids.toReversed() : ids).join();
    },
    /** The number of rows and the sums of the counted amounts in their only currency, separated by commas. */
    async summary({ byHand, values }: Narrowing, columns: readonly Field[]): Promise<string> {
      const sums = columns.map((column) => {
        const counted = column.type === 'money' && column.counts ? `filter (where status = 'success')` : '';
        return `coalesce(sum(${column.source}) ${counted}, 0)::text as ${column.source}`;
      });
      const text = `select count(*) as count, ${sums.join()} from orders where merchant_id = $1 ${byHand}`;
      const { rows } = await query(text, [merchantId, ...values]);
      return ['count', ...columns.map(({ source }) => source)].map((column) => rows[0]?.[column]).join();
    },
  };
}
