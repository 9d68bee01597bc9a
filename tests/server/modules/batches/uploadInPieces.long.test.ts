import { addHours } from 'date-fns/addHours';
import { describe, expect, it, onTestFinished } from 'vitest';
import { removeInterruptedUploads } from '#server/modules/batches/storeUpload.ts';
import { BOTH_DATABASES } from '#tests/support/testDatabase.ts';
import { uploadWorld, fileOf, watched, STEPS } from './uploadWorld.ts';

describe.each(BOTH_DATABASES)('an upload in pieces (%s)', (kind) => {
  const uploads = uploadWorld(kind);
  const { stored } = uploads;

  it('is complete or gone if it is cleared away while it ends', async () => {
    for (let round = 0; round < 4; round += 1) {
      const before = await stored();
      let cleared: Promise<void> | undefined;
      const late = addHours(uploads.batches.world.clock.now(), 2);
      const racing = watched(uploads.batches.world.db, (number) => {
        if (number === STEPS - (round % 3)) cleared = removeInterruptedUploads(uploads.batches.world.db, late);
      });
      const [upload] = await Promise.allSettled([uploads.uploadAs(racing, fileOf(250))]);
      await cleared;
      const made = upload.status === 'fulfilled' ? 1 : 0;
      const { shown, audited } = before;
      expect(await stored()).toEqual({ shown: shown + made, uploading: 0, hiddenItems: 0, audited: audited + made });
      if (upload.status === 'fulfilled') expect((await uploads.batches.items(upload.value)).total).toBe(250);
    }
    expect(await uploads.batches.violations()).toEqual([]);
  });

  it('of several files at once by several users makes at most one batch per file', async () => {
    onTestFinished(await uploads.batches.letViewersUpload());
    const before = await stored();
    const files = [fileOf(250), fileOf(120)];
    const answers = await Promise.all(
      ['demo', 'viewer'].flatMap((user) => files.map((text) => uploads.batches.upload(text, { user }))),
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
    expect(await uploads.batches.violations()).toEqual([]);
  });
});
