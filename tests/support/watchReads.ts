import { CompiledQuery, createQueryId, sql, type KyselyPlugin, type RootOperationNode } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/** A database of which one can ask how much its statements read. */
export interface WatchedReads {
  db: Db;
  /**
   * Pages of tables and indexes that each statement since the last call reads, in their order. Rows would not tell: an
   * index that is read from end to end counts only those that it finds.
   */
  pagesRead(): Promise<number[]>;
}

/**
 * Pages are counted by running each statement again under `explain analyze`: as the planner would, and with an index
 * wherever there is one, because how few rows are faster read without is no question here. The smaller number counts: a
 * small table that no index fits makes all plans of the second kind look alike to the planner. PostgreSQL only.
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
