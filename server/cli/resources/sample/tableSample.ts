import { sql } from 'kysely';
import { UsageError } from '@merchant-console/declaration/node';
import { onDatabaseAsIs } from '../../commandLine.ts';
import { type Guess, nameFields, sourceOf } from './guessFields.ts';
import type { Sample } from './Sample.ts';

interface TableColumn {
  name: string;
  type: string;
  length: number | null;
  is_required: boolean;
  comment: string | null;
}

const TYPES: Record<string, Guess> = {
  boolean: { type: 'boolean', filter: 'eq' },
  smallint: { type: 'integer', filter: 'range' },
  integer: { type: 'integer', filter: 'range' },
  bigint: { type: 'integer', filter: 'range' },
  date: { type: 'date', filter: 'range' },
  'timestamp with time zone': { type: 'datetime', filter: 'range' },
  json: { type: 'json' },
  jsonb: { type: 'json' },
  ARRAY: { type: 'json' },
  text: { type: 'text' },
};

/**
 * Reads the columns of a table in the configured database. Reads no rows.
 * @param named `suppliers` or `crm.suppliers`
 * @throws {UsageError} if there is no such table
 */
export async function tableSample(named: string): Promise<Sample> {
  const [table = '', schema = 'public'] = named.split('.').toReversed();
  const columns = await onDatabaseAsIs(async ({ kysely }) => {
    const { rows } = await sql<TableColumn>`
      select column_name as name, data_type as type, character_maximum_length as length,
        is_nullable = 'NO' and column_default is null as is_required,
        col_description(format('%I.%I', table_schema, table_name)::regclass, ordinal_position) as comment
      from information_schema.columns
      where table_schema = ${schema} and table_name = ${table} order by ordinal_position`.execute(kysely);
    return rows;
  });
  if (columns.length === 0) throw new UsageError(`The database has no table “${schema}.${table}”.`);
  const guessed = columns.map(({ name, type, length, is_required, comment }) => {
    const guess: Guess = {
      ...(TYPES[type] ?? { type: 'text' }),
      ...(length === null ? {} : { maxLength: length }),
      ...(comment === null ? {} : { help: comment }),
      ...(is_required ? { required: true } : {}),
    };
    return { name, guess };
  });
  return { name: sourceOf(table), fields: nameFields(guessed) };
}
