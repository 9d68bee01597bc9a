import { sql, type RawBuilder } from 'kysely';
import { type Field, shownOf } from '@merchant-console/declaration';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import { encryptedColumn, formerColumn, maskColumn } from './columns.ts';
import { SHAPE } from './shape.ts';

/** A table, and the shape to write rows with. */
interface Written {
  table: string;
  shape: string;
}

/** Some hundred KB of memory; a round trip is cheap compared to encrypting so many values. */
const SLICE_ROWS = 1_000;

/** Encrypts and masks the plain values of a field's former column, which is no longer written. Repeatable. */
export async function encryptStored(db: DbOrTx, written: Written, field: Field, cipher: Cipher): Promise<void> {
  const encrypted = sql.ref(encryptedColumn(field.source));
  const set = sql`${encrypted} = made.value, ${sql.ref(maskColumn(field.source))} = made.shown`;
  for await (const rows of valuesOf(db, written.table, formerColumn(field.source))) {
    const made = rows.map((row) => ({ ...row, value: cipher.encrypt(row.value), shown: shownOf(field, row.value) }));
    await write(db, written, made, { set, where: sql`${encrypted} is null` });
  }
}

/** Recomputes the masks of encrypted values. Skips values changed in the meantime, which have new masks already. */
export async function remaskStored(db: DbOrTx, written: Written, field: Field, cipher: Cipher): Promise<void> {
  const encrypted = sql.ref(encryptedColumn(field.source));
  const set = sql`${sql.ref(maskColumn(field.source))} = made.shown`;
  for await (const rows of valuesOf(db, written.table, encryptedColumn(field.source))) {
    const made = rows.map((row) => ({ ...row, shown: shownOf(field, cipher.decrypt(row.value)) }));
    await write(db, written, made, { set, where: sql`${encrypted} = made.value` });
  }
}

/** Decrypts values into the field's plain column, which is empty where they haven't been yet. Repeatable. */
export async function decryptStored(db: DbOrTx, written: Written, field: Field, cipher: Cipher): Promise<void> {
  const column = sql.ref(field.source);
  const set = sql`${column} = made.shown`;
  for await (const rows of valuesOf(db, written.table, encryptedColumn(field.source))) {
    const made = rows.map((row) => ({ ...row, shown: cipher.decrypt(row.value) }));
    await write(db, written, made, { set, where: sql`${column} is null` });
  }
}

interface StoredValue {
  merchant_id: string;
  id: string;
  value: string;
}

/** The values of a column that aren't null, as texts, in slices. */
export async function* valuesOf(db: DbOrTx, table: string, column: string): AsyncGenerator<StoredValue[]> {
  let after: StoredValue | undefined;
  do {
    const beyond = after ? sql`and (merchant_id, id) > (${after.merchant_id}, ${after.id})` : sql``;
    const { rows }: { rows: StoredValue[] } = await sql<StoredValue>`
      select merchant_id, id, ${sql.ref(column)}::text as value from ${sql.table(table)}
      where ${sql.ref(column)} is not null ${beyond}
      order by merchant_id, id limit ${SLICE_ROWS}`.execute(db);
    if (rows.length > 0) yield rows;
    after = rows.length === SLICE_ROWS ? rows.at(-1) : undefined;
  } while (after);
}

interface Writing {
  set: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
}

async function write(
  db: DbOrTx,
  { table, shape }: Written,
  made: readonly (StoredValue & { shown: string })[],
  { set, where }: Writing,
): Promise<void> {
  await sql`
    update ${sql.table(table)} as stored set ${set}, ${sql.ref(SHAPE)} = ${shape}
    from json_to_recordset(${JSON.stringify(made)}::text::json) as made (merchant_id uuid, id uuid, value text, shown text)
    where stored.merchant_id = made.merchant_id and stored.id = made.id and ${where}`.execute(db);
}
