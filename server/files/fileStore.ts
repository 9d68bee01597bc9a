import { createHash } from 'node:crypto';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { subHours } from 'date-fns/subHours';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import { checkValue } from '#shared/declaration/checkValue.ts';
import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import type { FileValue } from '#shared/declaration/fileValue.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { ValidationError } from '#server/errors.ts';

export type FileField = FieldOf<'file'> | FieldOf<'image'>;

const MEGABYTE = 1_048_576;

/** Of a field that says no size of its own. */
const DEFAULT_FILE_BYTES = 5 * MEGABYTE;

/** Whatever a field says: a file is held in memory as a whole, and lies in the database. */
const LONGEST_FILE_BYTES = 10 * MEGABYTE;

const LONGEST_NAME = 200;

const LONGEST_ENDING = 20;

const NAMELESS = 'file';

/** A form may lie open overnight between an upload and its being saved. */
const UNUSED_FILE_HOURS = 24;

const SIGNATURES: { mediaType: string; parts: [at: number, hex: string][] }[] = [
  { mediaType: 'image/png', parts: [[0, '89504e470d0a1a0a']] },
  { mediaType: 'image/jpeg', parts: [[0, 'ffd8ff']] },
  { mediaType: 'image/gif', parts: [[0, '474946383761']] },
  { mediaType: 'image/gif', parts: [[0, '474946383961']] },
  {
    mediaType: 'image/webp',
    parts: [
      [0, '52494646'],
      [8, '57454250'],
    ],
  },
  { mediaType: 'application/pdf', parts: [[0, '255044462d']] },
];

/** Types that are known by their first bytes, so that nothing else passes for one of them. */
const KNOWN = /^image\/|^application\/pdf$/;

const WELL_FORMED = /^[a-z0-9][a-z0-9.+-]{0,60}\/[a-z0-9][a-z0-9.+-]{0,60}$/;

const UNKNOWN = 'application/octet-stream';

/** The embedded database needs 10 to 20 ms for so much, and answers nobody else meanwhile. */
export const PART_BYTES = 256 * 1024;

/** A file that somebody gives to a field of a resource, not yet to a record. */
export interface Upload {
  resource: string;
  field: FileField;
  /** As the sender has it. */
  name: string;
  mediaType: string;
  bytes: Buffer;
}

/** Keeps files in the database: they share its transactions and its back-up. */
export function createFileStore(db: Db, clock: Clock) {
  async function find(merchantId: string, id: string): Promise<FileValue | undefined> {
    if (!isUuid(id)) return undefined;
    return db.kysely
      .selectFrom('files')
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .select(['id', 'name', 'size', 'media_type'])
      .executeTakeFirst();
  }

  /** @throws ValidationError on the field for a file that is empty, too large or of a type that it does not take */
  async function save(
    { merchantId, userId }: { merchantId: string; userId: string },
    { resource, field, name, mediaType, bytes }: Upload,
  ): Promise<FileValue> {
    const now = clock.now();
    const value: FileValue = {
      id: uuidv7({ msecs: now.getTime() }),
      name: cleanFileName(name),
      size: bytes.length,
      media_type: sniffMediaType(bytes, mediaType),
    };
    const limited = { ...field, maxSize: maxFileBytes(field) };
    const problem = bytes.length === 0 ? { key: 'file_empty' } : checkValue(limited, value);
    if (problem) throw new ValidationError({ [field.source]: problem });
    await db.kysely
      .insertInto('files')
      .values({
        ...value,
        merchant_id: merchantId,
        resource,
        source: field.source,
        record_id: null,
        bytes: null,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        uploaded_by: userId,
        created_at: now,
      })
      .execute();
    // Not in one transaction, for which others would wait. Nobody knows the file before it is whole; one that never
    // becomes so is removed with those that no record holds.
    for (let part_no = 0; part_no * PART_BYTES < bytes.length; part_no += 1) {
      const part = bytes.subarray(part_no * PART_BYTES, (part_no + 1) * PART_BYTES);
      const place = { merchant_id: merchantId, file_id: value.id, part_no };
      await db.kysely
        .insertInto('file_parts')
        .values({ ...place, bytes: part })
        .execute();
      await nextTurn();
    }
    return value;
  }

  async function read(merchantId: string, id: string): Promise<Buffer | undefined> {
    if (!isUuid(id)) return undefined;
    const row = await db.kysely
      .selectFrom('files')
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .select(['bytes', 'size'])
      .executeTakeFirst();
    if (!row) return undefined;
    if (row.bytes) return Buffer.from(row.bytes);
    const parts: Uint8Array[] = [];
    for (let part_no = 0; part_no * PART_BYTES < row.size; part_no += 1) {
      const { bytes } = await db.kysely
        .selectFrom('file_parts')
        .where('merchant_id', '=', merchantId)
        .where('file_id', '=', id)
        .where('part_no', '=', part_no)
        .select('bytes')
        .executeTakeFirstOrThrow();
      parts.push(bytes);
      await nextTurn();
    }
    return Buffer.concat(parts);
  }

  return { save, find, read };
}

/**
 * The media type of a file: by its first bytes where they tell, else what its sender says. A file that is said to be a
 * picture or a PDF and is none becomes bytes of no known type.
 */
export function sniffMediaType(bytes: Buffer, said: string): string {
  const found = SIGNATURES.find(({ parts }) =>
    parts.every(([at, hex]) => bytes.subarray(at, at + hex.length / 2).toString('hex') === hex),
  );
  if (found) return found.mediaType;
  const type = said.toLowerCase();
  return WELL_FORMED.test(type) && !KNOWN.test(type) ? type : UNKNOWN;
}

/**
 * Removes uploads that no record holds and that are older than a day. For an hourly task.
 * @returns how many
 */
export async function removeUnusedFiles(db: Pick<Db, 'kysely'>, now: Date): Promise<number> {
  const before = subHours(now, UNUSED_FILE_HOURS);
  const { numDeletedRows } = await db.kysely
    .deleteFrom('files')
    .where('record_id', 'is', null)
    .where('created_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The last part of a path, without what could mislead in a list of files: control and direction characters. */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const plain = Array.from(last.replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}]/gu, '').trim());
  const ending = Array.from(path.extname(plain.join(''))).slice(0, LONGEST_ENDING);
  const cut = plain.length <= LONGEST_NAME ? plain : [...plain.slice(0, LONGEST_NAME - ending.length), ...ending];
  const whole = cut.join('');
  return /^\.*$/.test(whole) ? NAMELESS : whole;
}

/** How large a file a field takes, in bytes. */
export function maxFileBytes({ maxSize = DEFAULT_FILE_BYTES }: FileField): number {
  return Math.min(maxSize, LONGEST_FILE_BYTES);
}
