import type { Resource } from '@merchant-console/declaration';
import { sqlState } from '#server/db/dbErrors.ts';
import { ValidationError } from '#server/errors.ts';
import { tableOf } from './columns.ts';
import { indexesOf } from './indexes.ts';
import { asDeclared, overtaken } from './shape.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * Runs a write and translates unique violations.
 * @throws {ValidationError} on the field whose value another record of the tenant has
 * @throws {UnavailableError} if another server has just made values unique that this one's declaration lets repeat
 */
export async function namingDuplicates<T>(resource: Resource, write: () => Promise<T>): Promise<T> {
  try {
    return await asDeclared(resource, write);
  } catch (error) {
    const broken = brokenIndex(error);
    const known = indexesOf(resource).find(({ name }) => name === broken);
    if (!known && broken?.startsWith(`${tableOf(resource.name)}$`) === true) throw overtaken(resource.name, error);
    const { unique = [] } = known ?? {};
    if (unique.length === 0) throw error;
    const key = unique.length === 1 ? 'not_unique' : 'not_unique_together';
    throw new ValidationError(Object.fromEntries(unique.map(({ source }) => [source, { key }])));
  }
}

function brokenIndex(error: unknown): string | null {
  if (sqlState(error) !== UNIQUE_VIOLATION) return null;
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : null;
}
