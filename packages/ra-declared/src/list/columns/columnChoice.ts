import { z } from 'zod';
import { type Field, listableFields, type Resource } from '@merchant-console/declaration';

/**
 * Sources that a user wants to see, in order, and declared columns that the user has hidden. A declared column in
 * neither was declared later.
 */
export const columnChoiceSchema = z.object({ shown: z.array(z.string()), hidden: z.array(z.string()) });
type ColumnChoice = z.infer<typeof columnChoiceSchema>;

/** Fields that a list can have as columns: first its declared columns, then the record's other fields. */
export function offeredColumns({ list, fields }: Pick<Resource, 'list' | 'fields'>): Field[] {
  const others = listableFields(fields).filter((field) => field.type !== 'secret' && !list.columns.includes(field));
  return [...list.columns, ...others];
}

/**
 * Fields named by `sources`, in that order, without duplicates and unknown sources. Null if none is left, because a
 * list without columns would show nothing.
 */
export function columnsNamed(resource: Pick<Resource, 'list' | 'fields'>, sources: readonly string[]): Field[] | null {
  const offered = new Map(offeredColumns(resource).map((field) => [field.source, field]));
  const named = [...new Set(sources)].flatMap((source) => offered.get(source) ?? []);
  return named.length === 0 ? null : named;
}

/**
 * The columns of a choice, followed by declared ones that it doesn't know yet. Without a choice, the declared columns.
 */
export function chosenColumns(resource: Pick<Resource, 'list' | 'fields'>, choice: ColumnChoice | null): Field[] {
  const declared = resource.list.columns;
  if (choice === null) return declared;
  const known = new Set([...choice.shown, ...choice.hidden]);
  const isNew = ({ source }: Field) => !known.has(source);
  return columnsNamed(resource, [...choice.shown, ...sourcesOf(declared.filter(isNew))]) ?? declared;
}

/** The choice that shows exactly `shown`, or null if these are the declared columns. */
export function choiceOf({ list }: Pick<Resource, 'list'>, shown: readonly string[]): ColumnChoice | null {
  const declared = sourcesOf(list.columns);
  if (sameOrder(shown, declared)) return null;
  return { shown: [...shown], hidden: declared.filter((source) => !shown.includes(source)) };
}

export function sameOrder(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((source, index) => source === right[index]);
}

export function sourcesOf(fields: readonly Field[]): string[] {
  return fields.map(({ source }) => source);
}
