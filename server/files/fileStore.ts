import { createHash } from 'node:crypto';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import type { FileValue } from '#shared/declaration/checkValue.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { FileStore } from '#server/resources/ResourceBackend.ts';
import { cleanFileName } from './cleanFileName.ts';
import { pictureType } from './pictureType.ts';

/** Keeps files in the database: they share its transactions and its back-up. */
export function createFileStore(db: Db, clock: Clock): FileStore {
  const find = async (merchantId: string, id: string): Promise<FileValue | undefined> => {
    if (!isUuid(id)) return undefined;
    return db.kysely
      .selectFrom('files')
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .select(['id', 'name', 'size', 'media_type'])
      .executeTakeFirst();
  };
  return {
    find,

    /** A picture's media type is read from its bytes: what the sender says about it is not believed. */
    async save({ merchantId, userId }, { name, mediaType, bytes }) {
      const now = clock.now();
      const value: FileValue = {
        id: uuidv7({ msecs: now.getTime() }),
        name: cleanFileName(name),
        size: bytes.length,
        media_type: mediaType.startsWith('image/') ? (pictureType(bytes) ?? 'application/octet-stream') : mediaType,
      };
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const row = { ...value, merchant_id: merchantId, sha256, bytes, uploaded_by: userId, created_at: now };
      await db.kysely.insertInto('files').values(row).execute();
      return value;
    },

    async read(merchantId, id) {
      if (!isUuid(id)) return undefined;
      const row = await db.kysely
        .selectFrom('files')
        .where('merchant_id', '=', merchantId)
        .where('id', '=', id)
        .select('bytes')
        .executeTakeFirst();
      return row && Buffer.from(row.bytes);
    },
  };
}
