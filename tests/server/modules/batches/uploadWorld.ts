import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { translatorsOf } from '#server/i18n/translators.ts';
import { columnNames } from '#server/modules/batches/rules/columnNames.ts';
import { uploadBatch } from '#server/modules/batches/uploadBatch.ts';
import { batchWorld, HEADER, row, type BatchWorld } from './batchWorld.ts';

/** A file of its own. Nothing else has the amount of its rows. */
export const fileOf = (rows: number) => {
  const name = randomUUID();
  return [HEADER, ...Array.from({ length: rows }, (_, at) => row({ amount: '11.37', remark: `${name} ${at}` }))].join(
    '\n',
  );
};

/**
 * A database that calls `before` with the number of each statement outside of transactions, and of each transaction.
 */
export function watched(db: Db, before: (number: number) => void | Promise<void>): Db {
  let number = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      number += 1;
      void before(number);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const transaction: Db['transaction'] = async (...asked) => {
    number += 1;
    await before(number);
    return db.transaction(...asked);
  };
  return { ...db, kysely: db.kysely.withPlugin(plugin), transaction };
}

/**
 * Statements and transactions of an upload of 250 rows: the rules, the earlier file, the batch, 3 pieces, payouts, the
 * end.
 */
export const STEPS = 8;

/**
 * A server whose database can be watched during an upload, for all tests of the `describe` around. Use what it returns
 * in tests only.
 */
export function uploadWorld(kind: Db['kind']) {
  let batches: BatchWorld;
  let uploadAs: (db: Db, text: string) => Promise<string>;
  beforeAll(async () => {
    batches = await batchWorld(kind);
    const { db, clock, cipher } = batches.world;
    const translators = translatorsOf(await loadMessages(path.resolve('i18n')));
    const names = columnNames(Object.values(translators));
    const user = await db.kysely
      .selectFrom('users')
      .where('username', '=', 'demo')
      .select('id')
      .executeTakeFirstOrThrow();
    const actor = { merchantId: batches.merchantId, userId: user.id, ip: '127.0.0.1', userAgent: null };
    uploadAs = (of, text) =>
      uploadBatch({ db: of, clock, cipher, names }, actor, {
        bytes: Buffer.from(text),
        name: 'wages.csv',
        channelId: batches.channelId,
        choices: {},
        translate: translators.en,
      });
  });
  afterAll(() => batches.world.close());
  /** Numbers of batches by status, of items without a shown batch, and of recorded uploads. */
  async function stored() {
    const { rows } = await sql<Record<'shown' | 'uploading' | 'hiddenItems' | 'audited', number>>`
      select
        (select count(*)::integer from batch_transfers where status <> 'uploading') as shown,
        (select count(*)::integer from batch_transfers where status = 'uploading') as uploading,
        (select count(*)::integer from batch_transfer_items where batch_id in (
          select id from batch_transfers where status = 'uploading')) as "hiddenItems",
        (select count(*)::integer from audit_logs where action = 'batch_transfers.upload') as audited`.execute(
      batches.world.db.kysely,
    );
    const [counts] = rows;
    if (!counts) throw new Error('no counts');
    return counts;
  }
  return {
    get batches() {
      return batches;
    },
    get uploadAs() {
      return uploadAs;
    },
    stored,
  };
}
