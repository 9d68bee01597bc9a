import { CompiledQuery, createQueryId, sql, type KyselyPlugin, type RootOperationNode } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/** A database that reports how much its statements read. */
export interface WatchedReads {
  db: Db;
  /**
   * Pages of tables and indexes read by each statement since the last call, in order. Rows wouldn't do: a full index
   * scan counts only the rows that it finds.
   */
  pagesRead(): Promise<number[]>;
}

/**
 * Counts pages by running each statement again under `explain analyze`: with the planner's choice, and with sequential
 * scans disabled, because at this size a plan without an index may be faster. Takes the smaller number: if no index
 * fits a small table, the planner can't tell the plans of the second kind apart. PostgreSQL only.
 */
export function watchReads(db: Db): WatchedReads {
  let run: RootOperationNode[] = [];
  const watch: KyselyPlugin = {
    transformQuery({ node }) {
      run.push(node);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const executor = db.kysely.getExecutor();
  async function pagesOf(node: RootOperationNode, seqscan: 'on' | 'off'): Promise<number> {
    const { sql: text, parameters } = executor.compileQuery(node, createQueryId());
    const explain = CompiledQuery.raw(`explain (analyze, buffers, timing off, format json) ${text}`, [...parameters]);
    const { rows } = await db.transaction(async (tx) => {
      await sql`set local enable_seqscan = ${sql.raw(seqscan)}`.execute(tx);
      return tx.executeQuery<Explained>(explain);
    });
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (!plan) throw new Error(`There is no plan of ${text}`);
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }
  return {
    db: { ...db, kysely: db.kysely.withPlugin(watch) },
    async pagesRead() {
      const nodes = run;
      run = [];
      const pages: number[] = [];
      for (const node of nodes) pages.push(Math.min(await pagesOf(node, 'on'), await pagesOf(node, 'off')));
      return pages;
    },
  };
}

interface Explained {
  'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[];
}
