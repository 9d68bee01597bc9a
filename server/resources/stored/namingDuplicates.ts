import type { Resource } from '#shared/declaration/resource.ts';
import { sqlState } from '#server/db/sqlState.ts';
import { ValidationError } from '#server/errors.ts';
import { indexesOf } from './indexes.ts';

const UNIQUE_VIOLATION = '23505';

/** Runs a write. @throws ValidationError on the field whose value another record of the tenant has */
export async function namingDuplicates<T>(resource: Resource, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const broken = brokenIndex(error);
    const index = indexesOf(resource).find(({ name, kind }) => kind === 'key' && name === broken);
    if (!index) throw error;
    throw new ValidationError({ [index.field.source]: { key: 'not_unique' } });
  }
}

function brokenIndex(error: unknown): string | null {
  if (sqlState(error) !== UNIQUE_VIOLATION) return null;
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : null;
}
