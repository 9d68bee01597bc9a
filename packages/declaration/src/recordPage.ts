import type { Label } from './texts/label.ts';
import type { Declaration } from './declarationSchema.ts';
import type { Field, FieldOf } from './fieldSchema.ts';
import type { Predicate } from './predicate.ts';

export interface FieldGroup {
  label?: Label;
  fields: Field[];
}

/** A group of a record page. */
export interface ShowGroup extends FieldGroup {
  component?: string;
}

/** An event of a record, at the time in one of its fields. */
export interface Moment {
  field: Field;
  label: Label | null;
  /** Null if the event applies to every record with that time. */
  when: Predicate | null;
  /** Contains who did it, or null if that isn't known. */
  by: FieldOf<'reference'> | null;
}

/** A message on the page of a record in a certain state. */
export interface RecordAlert {
  severity: 'info' | 'warning' | 'error';
  text: Label;
  when: Predicate;
  /** Key of the action on the record that the message offers, or null. */
  action: string | null;
}

/** Records of another resource that refer to the shown record. */
export interface RelatedList {
  reference: string;
  target: string;
  /** Field of the shown record that must equal `target`. */
  source: string;
  label: Label | null;
  /** Sources of the other resource's fields, or null for its own columns. */
  columns: string[] | null;
  /** Null for the order of the other resource's list. */
  sort: { field: string; order: 'ASC' | 'DESC' } | null;
  /** Condition for the listed records, which `listFilter` translates, or null for all. */
  filter: Predicate | null;
  /** Sources of the other list's summary whose sums are shown. */
  summary: string[];
  /** True if users can create a record here. */
  new: boolean;
  /** True if each record has its action buttons. */
  actions: boolean;
  /** Sources of the other resource that audit entries of the shown record contain. Their values there are texts. */
  timeline: string[];
  /** Events of the other records in the shown record's history. Their fields are those of the other resource. */
  moments: MomentDeclaration[];
}

/** An event whose fields are named only. */
export type MomentDeclaration = NonNullable<NonNullable<Declaration['show']>['moments']>[number];

/** The declared content of a record's page. */
export interface RecordPage {
  groups: ShowGroup[];
  reasons: Field[];
  alerts: RecordAlert[];
  timeline: boolean;
  moments: Moment[];
  related: RelatedList[];
}

type Show = NonNullable<Declaration['show']>;

/** @param find returns a function that resolves a field's name at a place, and throws if there is no such field */
export function toRecordPage(
  show: Show,
  fields: readonly Field[],
  find: (place: string) => (source: string) => Field,
): RecordPage {
  return {
    groups: show.groups?.map(({ component, ...group }) => ({
      ...toGroup(group, find('show.groups')),
      ...(component !== undefined && { component }),
    })) ?? [{ fields: fields.filter(({ type }) => type !== 'secret' && type !== 'children') }],
    reasons: (show.reasons ?? []).map(find('show.reasons')),
    alerts: (show.alerts ?? []).map(({ action = null, ...alert }) => ({ ...alert, action })),
    timeline: show.timeline ?? false,
    moments: (show.moments ?? []).map((moment) => toMoment(moment, find('show.moments'))),
    related: (show.related ?? []).map((related): RelatedList => ({
      ...related,
      source: related.source ?? 'id',
      label: related.label ?? null,
      columns: related.columns ?? null,
      sort: related.sort ?? null,
      filter: related.filter ?? null,
      summary: related.summary ?? [],
      new: related.new ?? false,
      actions: related.actions ?? false,
      timeline: related.timeline ?? [],
      moments: related.moments ?? [],
    })),
  };
}

interface GroupDeclaration {
  label?: Label | undefined;
  fields: string[];
}

/** @param find throws if there is no such field */
export function toGroup({ label, fields: sources }: GroupDeclaration, find: (source: string) => Field): FieldGroup {
  const fields = sources.map(find);
  return label === undefined ? { fields } : { label, fields };
}

/** An event with the fields that it names. @param find throws if there is no such field */
export function toMoment({ source, label, when, by }: MomentDeclaration, find: (source: string) => Field): Moment {
  const person = by === undefined ? null : find(by);
  return {
    field: find(source),
    label: label ?? null,
    when: when ?? null,
    by: person?.type === 'reference' ? person : null,
  };
}
