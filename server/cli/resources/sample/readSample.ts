import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { didYouMean, UsageError } from '@merchant-console/declaration/node';
import { guessType, nameFields, sourceOf } from './guessFields.ts';
import { fieldsOfSchema, isOpenApi } from './openApi.ts';
import type { Sample } from './Sample.ts';

const TABLE = 'table:';

/** Values that a guess is made from; more would take time and change little. */
const MOST_RECORDS = 10_000;

/**
 * Guesses fields from a CSV file, a JSON file of records or of an OpenAPI document, or a table of the configured database.
 * @param from `suppliers.csv`, `suppliers.json`, `db.json#suppliers`, `openapi.json#Supplier`, `table:public.suppliers`
 * @throws {UsageError} if it can't be read
 */
export async function readSample(from: string): Promise<Sample> {
  if (from.startsWith(TABLE)) return (await import('./tableSample.ts')).tableSample(from.slice(TABLE.length));
  const [file = '', part] = from.split('#');
  const text = decoded(await bytesOf(file), file);
  const named = { name: sourceOf(path.basename(file, path.extname(file))) };
  if (path.extname(file).toLowerCase() === '.csv') return { ...named, fields: guessFields(csvColumns(text, file)) };
  const document = jsonIn(text, file);
  if (isOpenApi(document)) return fieldsOfSchema(document, part?.split('/').at(-1));
  const { name, records } = recordsIn(document, file, part);
  return { name: name === null ? named.name : sourceOf(name), fields: guessFields(columnsOf(records)) };
}

interface Column {
  name: string;
  /** In the order of the records. */
  values: readonly unknown[];
}

const guessFields = (columns: readonly Column[]) =>
  nameFields(columns.map(({ name, values }) => ({ name, guess: guessType(values) })));

async function bytesOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch {
    throw new UsageError(`There is no file “${file}”. A table of the database is named table:${file}.`);
  }
}

function decoded(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${file} isn’t UTF-8. Save it as “CSV UTF-8”.`);
  }
}

function csvColumns(text: string, file: string): Column[] {
  const firstLine = text.split('\n', 1)[0] ?? '';
  const delimiter = [',', ';', '\t', '|'].toSorted(
    (one, other) => firstLine.split(other).length - firstLine.split(one).length,
  )[0];
  let rows: string[][];
  try {
    rows = parse(text, {
      ...(delimiter === undefined ? {} : { delimiter }),
      to: MOST_RECORDS + 1,
      relax_column_count: true,
    });
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const [header = [], ...records] = rows;
  return header.map((name, at) => ({ name, values: records.map((record) => record[at] ?? '') }));
}

function jsonIn(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `${file} is neither a CSV file nor JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

const recordsSchema = z.array(z.record(z.string(), z.unknown())).min(1);
type Records = z.infer<typeof recordsSchema>;

/** An array of records, or an object of several, as json-server reads it. */
function recordsIn(
  document: unknown,
  file: string,
  part: string | undefined,
): { name: string | null; records: Records } {
  const alone = recordsSchema.safeParse(document);
  if (alone.success) return { name: null, records: alone.data };
  const lists = z.record(z.string(), z.unknown()).safeParse(document).data ?? {};
  const names = Object.keys(lists).filter((name) => recordsSchema.safeParse(lists[name]).success);
  if (names.length === 0) throw new UsageError(`${file} has no list of records: [{ "name": "Acme" }].`);
  const name = names.length === 1 && part === undefined ? names[0] : names.find((one) => one === part);
  if (name === undefined) {
    const hint = part === undefined ? '' : didYouMean(part, names);
    throw new UsageError(`Name a list after the file: ${file}#${names[0]}. There are ${names.join(', ')}.${hint}`);
  }
  return { name, records: recordsSchema.parse(lists[name]) };
}

function columnsOf(records: Records): Column[] {
  const sample = records.slice(0, MOST_RECORDS);
  const names = new Set(sample.flatMap((record) => Object.keys(record)));
  return [...names].map((name) => ({ name, values: sample.map((record) => record[name]) }));
}
