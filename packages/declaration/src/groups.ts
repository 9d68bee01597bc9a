import type { FieldOf } from './fieldSchema.ts';

export type GroupField = FieldOf<'group'>;
/** The values of a group by source. */
export type Group = Readonly<Record<string, unknown>>;

/** The groups in the value of a field; none if it is empty. */
export function groupsIn(value: unknown): readonly Group[] {
  return [value].flat().filter((one): one is Group => typeof one === 'object' && one !== null);
}

export function isGroup(value: unknown): value is Group {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
