import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { AuditEvent } from '#server/audit/recordAudit.ts';
import type { Actor, Values, WireRecord } from '../RecordSource.ts';

/** What happened to a record, for the audit log. Its values are those of the wire: masked, and of secrets only whether. */
export type Happening = Pick<AuditEvent, 'action' | 'recordId' | 'before' | 'after'>;

export function auditEvent(actor: Actor, resource: string, at: Date, happening: Happening): AuditEvent {
  return { actor, resource, at, ...happening };
}

/** Some values of a record. */
export function only(sources: readonly string[], record: WireRecord): Values {
  return Object.fromEntries(sources.map((source) => [source, record[source] ?? null]));
}

/** All values that a record has, not the fields without one. */
export function allGiven(fields: readonly Field[], record: WireRecord): Values {
  const given = fields.filter(({ source, type }) => {
    const value = record[source] ?? null;
    return value !== null && !(type === 'secret' && value === false);
  });
  return only(
    given.map(({ source }) => source),
    record,
  );
}
