import type { Resource } from '@merchant-console/declaration';
import { isOfConstraint, isOfConstraintOf, sqlState } from '#server/db/dbErrors.ts';
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
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    const matching = indexesOf(resource).filter(({ name }) => isOfConstraint(error, name));
    const known = matching.find(({ unique }) => unique.length > 0) ?? matching[0];
    if (!known && isOfConstraintOf(error, `${tableOf(resource.name)}$`)) throw overtaken(resource.name, error);
    const { unique = [] } = known ?? {};
    if (unique.length === 0) throw error;
    const key = unique.length === 1 ? 'not_unique' : 'not_unique_together';
    throw new ValidationError(Object.fromEntries(unique.map(({ source }) => [source, { key }])));
  }
}
