import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanFileName } from '#server/files/cleanFileName.ts';
import { createFileStore } from '#server/files/fileStore.ts';
import { DATABASE_KINDS } from '#tests/support/testDatabase.ts';
import { startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';

const PNG = Buffer.from('89504e470d0a1a0a00ff', 'hex');

describe.each(DATABASE_KINDS)('the file store (%s)', (kind) => {
  let world: StoredWorld;
  beforeAll(async () => {
    world = await startStoredWorld(kind);
  });
  afterAll(() => world.close());

  const save = (name: string, mediaType: string, bytes: Buffer) =>
    createFileStore(world.db, world.clock).save(world.actor, { name, mediaType, bytes });

  it('gives back the bytes that it was given, to their tenant only', async () => {
    const files = createFileStore(world.db, world.clock);
    const file = await save('a.bin', 'application/pdf', PNG);
    expect(file).toMatchObject({ name: 'a.bin', size: PNG.length, media_type: 'application/pdf' });
    expect(await files.read(world.actor.merchantId, file.id)).toEqual(PNG);
    expect(await files.find(world.actor.merchantId, file.id)).toEqual(file);
    expect(await files.read(world.stranger.merchantId, file.id)).toBeUndefined();
    expect(await files.find(world.stranger.merchantId, file.id)).toBeUndefined();
    expect(await files.find(world.actor.merchantId, 'no id')).toBeUndefined();
  });

  it('reads the type of a picture from its bytes', async () => {
    expect(await save('a.jpg', 'image/jpeg', PNG)).toMatchObject({ media_type: 'image/png' });
    const script = Buffer.from('<svg onload="alert(1)"/>');
    expect(await save('a.png', 'image/png', script)).toMatchObject({ media_type: 'application/octet-stream' });
  });
});

describe('the name of a file', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    [String.raw`C:\Users\me\合同.pdf`, '合同.pdf'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['\u0000\u0007', 'file'],
    ['a/', 'file'],
  ])('%j is kept as %j', (name, kept) => expect(cleanFileName(name)).toBe(kept));
});
