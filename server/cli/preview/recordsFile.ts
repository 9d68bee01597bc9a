import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { UsageError } from '@merchant-console/declaration/node';

export type Row = Readonly<Record<string, unknown>>;
type Lists = Readonly<Record<string, readonly Row[]>>;

const documentSchema = z.record(z.string(), z.unknown());
const rowsSchema = z.array(z.looseObject({ id: z.union([z.string(), z.number()]) }));

/** Lists of records in a JSON file. */
export interface RecordsFile {
  /** The lists whose records all have an ID. Reads the file again if it has changed. */
  read(): Promise<Lists>;
  /** Changes the lists and writes the file, one change after the other. Returns the changed record. */
  change(change: (lists: Lists) => { lists: Lists; row: Row }): Promise<Row>;
}

/**
 * Opens a JSON file such as json-server's `db.json`: an object with lists of records. Other values in it stay.
 * @throws {UsageError} from `read` and `change` if the file can't be read
 */
export function openRecordsFile(file: string): RecordsFile {
  let cached: { version: string; document: Record<string, unknown> } | null = null;
  let last: Promise<unknown> = Promise.resolve();

  async function load(): Promise<Record<string, unknown>> {
    try {
      const { mtimeMs, size } = await stat(file);
      const version = `${mtimeMs} ${size}`;
      if (cached?.version !== version)
        cached = { version, document: documentSchema.parse(JSON.parse(await readFile(file, 'utf8'))) };
      return cached.document;
    } catch (error) {
      const reason = error instanceof z.ZodError ? 'it is not an object with lists of records' : String(error);
      throw new UsageError(`${file} can’t be read: ${reason}`);
    }
  }

  async function read(): Promise<Lists> {
    return Object.fromEntries(
      Object.entries(await load()).flatMap(([name, value]) => {
        const rows = rowsSchema.safeParse(value).data;
        return rows ? [[name, rows]] : [];
      }),
    );
  }

  async function apply(change: Parameters<RecordsFile['change']>[0]): Promise<Row> {
    const document = await load();
    const { lists, row } = change(await read());
    const next = `${file}.${process.pid}.tmp`;
    await writeFile(next, `${JSON.stringify({ ...document, ...lists }, null, 2)}\n`);
    await rename(next, file);
    return row;
  }

  return {
    read,
    change(change) {
      const changed = last.then(() => apply(change));
      last = changed.catch(() => {});
      return changed;
    },
  };
}
