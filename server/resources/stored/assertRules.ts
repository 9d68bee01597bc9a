import { brokenRules, conditionsIn, isFixed, rulesOf } from '@merchant-console/declaration';
import type { Tx } from '#server/db/schema.ts';
import { type Message, ValidationError } from '#server/errors.ts';
import { ruleMessage } from '../readValues.ts';
import type { Author, Values } from '../RecordSource.ts';
import { deciderFor } from '../scopeOf.ts';
import type { StoredTable } from './StoredTable.ts';

interface Write {
  /** Null for a new record. */
  before: Values | null;
  after: Values;
}

/**
 * Holds written records to the rules again, now that their rows are locked.
 *
 * @param isByUser true if the user entered the values, so that fields that are read-only under a condition stay
 * @throws {ValidationError} on the field of each broken rule of the first such record
 */
export async function assertRules(
  tx: Tx,
  { resource, fields, clock }: StoredTable,
  actor: Author,
  writes: readonly Write[],
  isByUser = false,
): Promise<void> {
  const conditions = conditionsIn(resource);
  if (conditions.length === 0) return;
  const decide = await deciderFor(tx, actor, clock.now(), resource, conditions);
  const rules = rulesOf(resource);
  for (const write of writes) {
    const { before, after } = write;
    const kept = isByUser && before ? fields.filter((field) => typeof field.readOnly === 'object') : [];
    const fixed = kept
      .filter(({ source }) => JSON.stringify(before?.[source]) !== JSON.stringify(after[source]))
      .filter((field) => isFixed(field, before ?? {}, decide))
      .map(({ source }): [string, Message] => [source, { key: 'read_only' }]);
    const broken = brokenRules(rules, write, decide).map(({ at, text }): [string, Message] => [at, ruleMessage(text)]);
    if (fixed.length + broken.length > 0) throw new ValidationError(Object.fromEntries([...broken, ...fixed]));
  }
}
