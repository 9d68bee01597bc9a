import type { Resource } from '#shared/declaration/resource.ts';
import { sqlState } from '#server/db/sqlState.ts';
import { ValidationError } from '#server/errors.ts';
import { indexName } from './columns.ts';

const UNIQUE_VIOLATION = '23505';

/** Runs a write. @throws ValidationError on the field whose value another record of the tenant has */
export async function namingDuplicates<T>({ name, fields }: Resource, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const field = fields.find(({ source }) => indexName(name, source, 'key') === constraintOf(error));
    if (!field) throw error;
    throw new ValidationError({ [field.source]: { key: 'not_unique' } });
  }
}

function constraintOf(error: unknown): string | null {
  if (sqlState(error) !== UNIQUE_VIOLATION) return null;
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : null;
}
