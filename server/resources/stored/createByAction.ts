import { sql } from 'kysely';
import { permissionKey } from '@merchant-console/protocol';
import {
  conditionsIn,
  type CreateStep,
  type Field,
  readPlaceholder,
  type Resource,
  visibleTo,
} from '@merchant-console/declaration';
import type { AuditEvent } from '#server/audit/recordAudit.ts';
import type { Tx } from '#server/db/schema.ts';
import { type Message, UnavailableError, ValidationError } from '#server/errors.ts';
import { defaultsOfNew } from '../newDefaults.ts';
import { readValues } from '../readValues.ts';
import type { Author, WireRecord } from '../RecordSource.ts';
import { deciderFor } from '../scopeOf.ts';
import { type ActionScope, valuesToCreate } from './actionValues.ts';
import { rowsOf } from './computedSql.ts';
import { insertRecord } from './insertRecord.ts';
import { assertLinesOfNew } from './ownLines.ts';
import { namingDuplicates } from './namingDuplicates.ts';
import type { StoredRow } from './presentRow.ts';
import { rowRights } from './rowRights.ts';
import { type StoredDeps, storedTable } from './StoredTable.ts';

/** The resource of a record that an action creates. @throws {UnavailableError} if this server doesn't store it */
export function targetOf({ reference }: CreateStep, ready: readonly Resource[]): Resource {
  const target = ready.find(({ name }) => name === reference);
  if (target) return target;
  throw new UnavailableError(`${reference} isn't stored here any more`, undefined, 'declaration_changed');
}

interface Creating {
  step: CreateStep;
  scope: ActionScope;
  /** The record as the action leaves it, or null for an action on the list. */
  record: WireRecord | null;
  /** The declarations whose tables exist. */
  ready: readonly Resource[];
  audits: AuditEvent[];
}

/**
 * Creates a record as an action declares it. The record obeys its own declaration as one that a user enters, except that the
 * action also writes read-only fields, and needs neither permission nor right to the record: whoever may execute the action
 * may do what it says.
 *
 * @throws {ValidationError} on the form's field that leads to an invalid value, otherwise on the whole form
 */
export async function createByAction(
  tx: Tx,
  deps: StoredDeps,
  author: Author,
  { step, scope, record, ready, audits }: Creating,
): Promise<WireRecord> {
  const target = targetOf(step, ready);
  const { rules } = target;
  const asked = valuesToCreate(step, target.fields, scope, record);
  const fields = target.fields.map((field) => (Object.hasOwn(asked, field.source) ? writable(field) : field));
  const now = deps.clock.now();
  const given = (name: string, id: string) => readGiver(tx, deps, author, { name, id, ready });
  try {
    const defaults = await defaultsOfNew({ db: tx, now, given }, author, fields, asked);
    const decide = await deciderFor(tx, author, now, target, conditionsIn(target));
    const values = readValues({ fields, visible: fields, current: null, defaults, rules, decide }, asked);
    const made = await namingDuplicates(target, () =>
      insertRecord(tx, storedTable(deps, target), author, values, { others: ready, audits }),
    );
    await assertLinesOfNew(tx, author.merchantId, target, made.id);
    return made;
  } catch (error) {
    throw error instanceof ValidationError ? inForm(error, step) : error;
  }
}

function writable(field: Field): Field {
  return { ...field, readOnly: false };
}

/** The errors at the fields of the form that the values come from. Rules of the new record say themselves what is wrong. */
function inForm({ fields }: ValidationError, { values, reference }: CreateStep): ValidationError {
  const errors = Object.entries(fields).map(([source, message]): [string, Message] => {
    const placeholder = readPlaceholder(values[source]);
    if (placeholder?.kind === 'form') return [placeholder.source, message];
    return ['', message.key === 'rule' ? message : { key: 'not_created', args: { field: `${reference}.${source}` } }];
  });
  return new ValidationError(Object.fromEntries(errors));
}

/** A stored record that gives the new one its defaults, as the author may see it. */
async function readGiver(
  tx: Tx,
  deps: StoredDeps,
  author: Author,
  { name, id, ready }: { name: string; id: string; ready: readonly Resource[] },
): Promise<{ record: WireRecord; fields: readonly Field[] } | null> {
  const giver = ready.find((one) => one.name === name);
  if (!giver) return null;
  const { merchantId, userId, permissions = new Set<string>() } = author;
  const maySee = ['show', 'list'].some((operation) => permissions.has(permissionKey(name, operation)));
  if (userId !== null && !maySee) return null;
  const asked = { resources: [giver], others: ready };
  const rights =
    userId === null ? null : await rowRights(tx, { merchantId, userId, permissions }, deps.clock.now(), asked);
  const { rows } = await sql<StoredRow>`
    select * from ${rowsOf(giver, () => [...ready])} where merchant_id = ${merchantId} and id::text = ${id}
      and ${rights?.see(giver) ?? sql`true`}`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const { fields } = userId === null ? giver : visibleTo(permissions, giver);
  return { record: storedTable(deps, giver).present(row), fields };
}
