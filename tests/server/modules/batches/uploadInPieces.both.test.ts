import { setImmediate as nextTurn } from 'node:timers/promises';
import { addHours } from 'date-fns/addHours';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { removeInterruptedUploads } from '#server/modules/batches/storeUpload.ts';
import { maintain } from '#server/modules/index.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';
import { uploadWorld, fileOf, watched, STEPS } from './uploadWorld.ts';

describe.each(EITHER_DATABASE)('an upload in pieces (%s)', (kind) => {
  const uploads = uploadWorld(kind);
  const { stored } = uploads;

  const listed = async (url: string) => {
    const answer = await uploads.batches.world.call({ url: `/prod-api/${url}`, token: uploads.batches.token('demo') });
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
        where merchant_id = ${uploads.batches.merchantId} and resource = 'batch_transfer_items'`.execute(
        uploads.batches.world.db.kysely,
      );
      return rows[0]?.transactions ?? 0;
    };
    const [before, hintsBefore] = [await shownTo(), await hints()];
    let during: unknown;
    const id = await uploads.uploadAs(
      watched(uploads.batches.world.db, async (number) => {
        if (number !== STEPS) return;
        const upload = uploads.batches.world.db.kysely.selectFrom('batch_transfers').where('status', '=', 'uploading');
        const { id: hidden } = await upload.select('id').executeTakeFirstOrThrow();
        const items = uploads.batches.world.db.kysely.selectFrom('batch_transfer_items').where('batch_id', '=', hidden);
        const { id: item } = await items.select('id').executeTakeFirstOrThrow();
        during = {
          shown: await shownTo(),
          violations: await uploads.batches.violations(),
          hints: await hints(),
          record: (await listed(`batch-transfers/${hidden}`)).status,
          item: (await listed(`batch-transfer-items/${item}`)).status,
          items: (await listed(`batch-transfers/${hidden}/items`)).status,
          submit: (await uploads.batches.submit({ id: hidden, revision: 1 })).status,
          discard: (await uploads.batches.act(hidden, 'discard')).status,
          remove: (await uploads.batches.remove({ id: item })).status,
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
    const { batch } = await uploads.batches.items(id);
    expect(batch).toMatchObject({ status: 'draft', total_count: 250, valid_count: 250, total_amount: '284250' });
    expect(batch.revision).toBe(1);
  });

  it('lets other calls go between its pieces', async () => {
    const progress = { ended: false };
    const upload = uploads.batches.upload(fileOf(1_000)).finally(() => (progress.ended = true));
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
        const broken = watched(uploads.batches.world.db, (number) => {
          if (number === at || (isKilled && number > at)) throw new Error('interrupted');
        });
        await expect(uploads.uploadAs(broken, text)).rejects.toThrow('interrupted');
        const after = await stored();
        const left = isKilled ? { ...before, uploading: after.uploading, hiddenItems: after.hiddenItems } : before;
        expect(after).toEqual(left);
        // The next upload of the file isn't hindered by what is left, nor is that one cleared away.
        const again = await uploads.uploadAs(uploads.batches.world.db, text);
        await removeInterruptedUploads(uploads.batches.world.db, uploads.batches.world.clock.now());
        expect((await stored()).uploading).toBe(after.uploading);
        await removeInterruptedUploads(uploads.batches.world.db, addHours(uploads.batches.world.clock.now(), 2));
        const { shown, audited } = before;
        expect(await stored()).toEqual({ shown: shown + 1, uploading: 0, hiddenItems: 0, audited: audited + 1 });
        expect((await uploads.batches.items(again)).batch).toMatchObject({ total_count: 250, total_amount: '284250' });
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
    expect(await uploads.batches.violations()).toEqual([]);
  });

  it('is removed by the maintenance if its process was killed', async () => {
    const killed = watched(uploads.batches.world.db, (number) => {
      if (number >= STEPS) throw new Error('killed');
    });
    await expect(uploads.uploadAs(killed, fileOf(250))).rejects.toThrow('killed');
    expect(await stored()).toMatchObject({ uploading: 1, hiddenItems: 250 });
    await maintain(uploads.batches.world.db, { now: () => addHours(uploads.batches.world.clock.now(), 2) });
    expect(await stored()).toMatchObject({ uploading: 0, hiddenItems: 0 });
  });
});
