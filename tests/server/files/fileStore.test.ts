import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldSchema } from '../../../packages/declaration/src/fieldSchema.ts';
import { ValidationError } from '#server/errors.ts';
import {
  createFileStore,
  PART_BYTES,
  removeUnusedFiles,
  maxFileBytes,
  type FileField,
  type FileStore,
} from '#server/files/fileStore.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startStoredWorld, type OpenedResource, type StoredWorld } from '#tests/support/storedWorld.ts';

const PNG = Buffer.from('89504e470d0a1a0a00ff', 'hex');
const DAY = 86_400;

function fileField(given: object): FileField {
  const field = fieldSchema.parse(given);
  if (field.type !== 'file' && field.type !== 'image') throw new Error('not a field for files');
  return field;
}
const CONTRACT = fileField({ source: 'contract', type: 'file' });
const LOGO = fileField({ source: 'logo', type: 'image' });

describe('the files of records', () => {
  let world: StoredWorld;
  let files: FileStore;
  let things: OpenedResource;

  beforeAll(async () => {
    world = await startStoredWorld(USUAL_DATABASE);
    files = createFileStore(world.db, world.clock);
    things = await world.open({ name: 'things', fields: [CONTRACT, LOGO] });
  });
  afterAll(() => world.close());

  const upload = (field: FileField, bytes = PNG, mediaType = 'text/csv', actor = world.actor) =>
    files.save(actor, { resource: 'things', field, name: `../a "b".csv`, mediaType, bytes });
  const isKept = async (id: string) => (await files.find(world.actor.merchantId, id)) !== undefined;

  it('are returned unchanged, to their tenant only', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const file = await upload(CONTRACT, bytes);
    expect(file).toMatchObject({ name: 'a "b".csv', size: 256, media_type: 'text/csv' });
    expect(await files.read(world.actor.merchantId, file.id)).toEqual(bytes);
    expect(await files.find(world.actor.merchantId, file.id)).toEqual(file);
    expect(await files.read(world.stranger.merchantId, file.id)).toBeUndefined();
    expect(await files.find(world.stranger.merchantId, file.id)).toBeUndefined();
    expect(await files.find(world.actor.merchantId, 'no id')).toBeUndefined();
  });

  it.each([PART_BYTES, 2 * PART_BYTES + 1])(
    'of %d bytes are stored in parts, which are deleted with them',
    async (size) => {
      const bytes = Buffer.concat([PNG, randomBytes(size - PNG.length)]);
      const { id } = await upload(CONTRACT, bytes);
      const merchantId = world.actor.merchantId;
      const parts = () =>
        world.db.kysely
          .selectFrom('file_parts')
          .where('file_id', '=', id)
          .select('part_no')
          .orderBy('part_no')
          .execute();
      expect(await parts()).toEqual(
        Array.from({ length: Math.ceil(size / PART_BYTES) }, (_, part_no) => ({ part_no })),
      );
      expect(bytes.equals((await files.read(merchantId, id)) ?? Buffer.alloc(0))).toBe(true);
      await world.db.kysely.deleteFrom('files').where('merchant_id', '=', merchantId).where('id', '=', id).execute();
      expect(await parts()).toEqual([]);
    },
  );

  it('can also be read if an earlier version stored them whole', async () => {
    const { id } = await upload(CONTRACT);
    const { merchantId } = world.actor;
    await world.db.kysely.deleteFrom('file_parts').where('file_id', '=', id).execute();
    await world.db.kysely.updateTable('files').set({ bytes: PNG }).where('id', '=', id).execute();
    expect(await files.read(merchantId, id)).toEqual(PNG);
  });

  it('have the type of their contents', async () => {
    expect(await upload(LOGO, PNG, 'image/jpeg')).toMatchObject({ media_type: 'image/png' });
    const script = upload(LOGO, Buffer.from('<svg onload="alert(1)"/>'), 'image/png');
    await expect(script).rejects.toThrow(ValidationError);
    await expect(script).rejects.toMatchObject({ fields: { logo: { key: 'file_type' } } });
  });

  it.each([
    [{}, 5 * 1_048_576],
    [{ maxSize: 1_000 }, 1_000],
    [{ maxSize: 20 * 1_048_576 }, 10 * 1_048_576],
  ])('of a field with %j have at most %d bytes', (given, most) => {
    expect(maxFileBytes({ ...CONTRACT, ...given })).toBe(most);
  });

  it('are rejected if they are larger or empty', async () => {
    const small: FileField = { ...CONTRACT, maxSize: PNG.length };
    expect(await upload(small)).toMatchObject({ size: PNG.length });
    const large = upload(small, Buffer.concat([PNG, PNG]));
    await expect(large).rejects.toMatchObject({ fields: { contract: { key: 'file_too_large' } } });
    await expect(upload(small, Buffer.alloc(0))).rejects.toMatchObject({ fields: { contract: { key: 'file_empty' } } });
  });

  it('keep their uploaded contents, whatever metadata a record is saved with', async () => {
    const contract = await upload(CONTRACT);
    const said = { ...contract, name: 'x.exe', size: 1, media_type: 'text/html' };
    expect(await things.writer.create(world.actor, { contract: said })).toMatchObject({ contract });
  });

  it.each([
    ['another field', () => upload(LOGO)],
    ['another tenant', () => upload(CONTRACT, PNG, 'text/csv', world.stranger)],
    ['another resource', () => files.save(world.actor, { resource: 'others', field: CONTRACT, ...anyFile })],
    ['another record', async () => held()],
  ])('are not accepted from %s', async (_, file) => {
    const taken = things.writer.create(world.actor, { contract: await file() });
    await expect(taken).rejects.toMatchObject({ fields: { contract: { key: 'file_unknown' } } });
  });
  const anyFile = { name: 'a', mediaType: 'text/csv', bytes: PNG };
  async function held() {
    const contract = await upload(CONTRACT);
    await things.writer.create(world.actor, { contract });
    return contract;
  }

  it('are deleted a day after the last record released them, not earlier', async () => {
    const [unused, first, second] = [await upload(CONTRACT), await upload(CONTRACT), await upload(CONTRACT)];
    const { id } = await things.writer.create(world.actor, { contract: first });
    world.clock.advance(DAY);
    await removeUnusedFiles(world.db, world.clock.now());
    expect(await isKept(unused.id)).toBe(true);
    world.clock.advance(1);
    await removeUnusedFiles(world.db, world.clock.now());
    expect(await isKept(unused.id)).toBe(false);
    expect(await isKept(first.id)).toBe(true);
    expect(await isKept(second.id)).toBe(false);

    const other = await upload(CONTRACT);
    await things.writer.update(world.actor, { id, revision: null }, { contract: other });
    await removeUnusedFiles(world.db, world.clock.now());
    expect([await isKept(first.id), await isKept(other.id)]).toEqual([false, true]);

    await things.writer.remove(world.actor, { id, revision: null });
    world.clock.advance(DAY + 1);
    await removeUnusedFiles(world.db, world.clock.now());
    expect(await isKept(other.id)).toBe(false);
  });
});
