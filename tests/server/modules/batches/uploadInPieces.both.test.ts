import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addHours } from 'date-fns/addHours';
import fc from 'fast-check';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { translatorsOf } from '#server/i18n/translators.ts';
import { columnNames } from '#server/modules/batches/rules/columnNames.ts';
import { removeInterruptedUploads } from '#server/modules/batches/storeUpload.ts';
import { uploadBatch } from '#server/modules/batches/uploadBatch.ts';
import { maintain } from '#server/modules/index.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';
import { batchWorld, HEADER, row, type BatchWorld } from './batchWorld.ts';

/** A file of its own. Nothing else has the amount of its rows. */
const fileOf = (rows: number) => {
  const name = randomUUID();
  return [HEADER, ...Array.from({ length: rows }, (_, at) => row({ amount: '11.37', remark: `${name} ${at}` }))].join(
    '\n',
  );
};

/** A database that calls `before` with the number of each statement outside of transactions, and of each transaction. */
function watched(db: Db, before: (number: number) => void | Promise<void>): Db {
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

/** Statements and transactions of an upload of 250 rows: the rules, the earlier file, the batch, 3 pieces, payouts, the end. */
const STEPS = 8;

describe.each(EITHER_DATABASE)('an upload in pieces (%s)', (kind) => {
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

  const listed = async (url: string) => {
    const answer = await batches.world.call({ url: `/prod-api/${url}`, token: batches.token('demo') });
    const { data, headers } = { data: answer.json<{ data: unknown }>().data, headers: answer.headers };
    return { status: answer.statusCode, data, range: headers['content-range'] };
  };

  it('is seen by nobody before it is complete, and announced once', async () => {
    const shownTo = async () => [
      await listed('batch-transfers?range=[0,99]'),
      await listed('batch-transfers/summary?filter={}'),
      await listed('batch-transfer-items?range=[0,0]'),
      await listed('home-info'),
    ];
    const hints = async () => {
      const { rows } = await sql<{ transactions: number }>`
        select count(distinct xmin::text)::integer as transactions from changes
        where merchant_id = ${batches.merchantId} and resource = 'batch_transfer_items'`.execute(
        batches.world.db.kysely,
      );
      return rows[0]?.transactions ?? 0;
    };
    const [before, hintsBefore] = [await shownTo(), await hints()];
    let during: unknown;
    const id = await uploadAs(
      watched(batches.world.db, async (number) => {
        if (number !== STEPS) return;
        const upload = batches.world.db.kysely.selectFrom('batch_transfers').where('status', '=', 'uploading');
        const { id: hidden } = await upload.select('id').executeTakeFirstOrThrow();
        const items = batches.world.db.kysely.selectFrom('batch_transfer_items').where('batch_id', '=', hidden);
        const { id: item } = await items.select('id').executeTakeFirstOrThrow();
        during = {
          shown: await shownTo(),
          violations: await batches.violations(),
          hints: await hints(),
          record: (await listed(`batch-transfers/${hidden}`)).status,
          item: (await listed(`batch-transfer-items/${item}`)).status,
          items: (await listed(`batch-transfers/${hidden}/items`)).status,
          submit: (await batches.submit({ id: hidden, revision: 1 })).status,
          discard: (await batches.act(hidden, 'discard')).status,
          remove: (await batches.remove({ id: item })).status,
        };
      }),
      fileOf(250),
    );
    expect(during).toEqual({
      shown: before,
      violations: [],
      hints: hintsBefore,
      record: 404,
      item: 404,
      items: 404,
      submit: 409,
      discard: 409,
      remove: 409,
    });
    expect(await hints()).toBe(hintsBefore + 1);
    const { batch } = await batches.items(id);
    expect(batch).toMatchObject({ status: 'draft', total_count: 250, valid_count: 250, total_amount: '284250' });
    expect(batch.revision).toBe(1);
  });

  it('lets other calls go between its pieces', async () => {
    const progress = { ended: false };
    const upload = batches.upload(fileOf(1_000)).finally(() => (progress.ended = true));
    const counts = new Set<number>();
    while (!progress.ended) {
      counts.add((await stored()).hiddenItems);
      // The embedded database answers without a turn of the event loop, which the upload needs.
      await nextTurn();
    }
    expect((await upload).status).toBe(201);
    // None, some pieces, more pieces.
    expect(counts.size).toBeGreaterThan(2);
  });

  it('leaves nothing if it fails, and nothing for long if its process is killed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: STEPS }), fc.boolean(), async (at, isKilled) => {
        const before = await stored();
        const text = fileOf(250);
        const broken = watched(batches.world.db, (number) => {
          if (number === at || (isKilled && number > at)) throw new Error('interrupted');
        });
        await expect(uploadAs(broken, text)).rejects.toThrow('interrupted');
        const after = await stored();
        const left = isKilled ? { ...before, uploading: after.uploading, hiddenItems: after.hiddenItems } : before;
        expect(after).toEqual(left);
        // The next upload of the file isn't hindered by what is left, nor is that one cleared away.
        const again = await uploadAs(batches.world.db, text);
        await removeInterruptedUploads(batches.world.db, batches.world.clock.now());
        expect((await stored()).uploading).toBe(after.uploading);
        await removeInterruptedUploads(batches.world.db, addHours(batches.world.clock.now(), 2));
        const { shown, audited } = before;
        expect(await stored()).toEqual({ shown: shown + 1, uploading: 0, hiddenItems: 0, audited: audited + 1 });
        expect((await batches.items(again)).batch).toMatchObject({ total_count: 250, total_amount: '284250' });
      }),
      {
        numRuns: 6,
        examples: [
          [4, true],
          [STEPS, true],
          [5, false],
          [STEPS, false],
        ],
      },
    );
    expect(await batches.violations()).toEqual([]);
  });

  it('is complete or gone if it is cleared away while it ends', async () => {
    for (let round = 0; round < 4; round += 1) {
      const before = await stored();
      let cleared: Promise<void> | undefined;
      const late = addHours(batches.world.clock.now(), 2);
      const racing = watched(batches.world.db, (number) => {
        if (number === STEPS - (round % 3)) cleared = removeInterruptedUploads(batches.world.db, late);
      });
      const [upload] = await Promise.allSettled([uploadAs(racing, fileOf(250))]);
      await cleared;
      const made = upload.status === 'fulfilled' ? 1 : 0;
      const { shown, audited } = before;
      expect(await stored()).toEqual({ shown: shown + made, uploading: 0, hiddenItems: 0, audited: audited + made });
      if (upload.status === 'fulfilled') expect((await batches.items(upload.value)).total).toBe(250);
    }
    expect(await batches.violations()).toEqual([]);
  });

  it('of several files at once by several users makes at most one batch per file', async () => {
    onTestFinished(await batches.letViewersUpload());
    const before = await stored();
    const files = [fileOf(250), fileOf(120)];
    const answers = await Promise.all(
      ['demo', 'viewer'].flatMap((user) => files.map((text) => batches.upload(text, { user }))),
    );
    const made = answers.flatMap(({ data }) => (data ? [data.total_count] : []));
    const { shown, audited } = before;
    expect(await stored()).toEqual({
      shown: shown + made.length,
      uploading: 0,
      hiddenItems: 0,
      audited: audited + made.length,
    });
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made).size).toBe(made.length);
    // 409: the file is a batch by now; 429: an upload waited too long for another one of its user.
    const refused = answers.flatMap(({ status }) => (status === 201 ? [] : [status]));
    expect(refused.every((status) => status === 409 || status === 429)).toBe(true);
    expect(await batches.violations()).toEqual([]);
  });

  it('is removed by the maintenance if its process was killed', async () => {
    const killed = watched(batches.world.db, (number) => {
      if (number >= STEPS) throw new Error('killed');
    });
    await expect(uploadAs(killed, fileOf(250))).rejects.toThrow('killed');
    expect(await stored()).toMatchObject({ uploading: 1, hiddenItems: 250 });
    await maintain(batches.world.db, { now: () => addHours(batches.world.clock.now(), 2) });
    expect(await stored()).toMatchObject({ uploading: 0, hiddenItems: 0 });
  });
});
