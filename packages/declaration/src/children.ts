import { type Field, type FieldOf, MOST_CHILDREN } from './fieldSchema.ts';

/** Records of another resource that are read and written together with the one that they belong to, its lines. */
export type ChildrenField = FieldOf<'children'>;

/** The fields whose values are records of other resources. */
export function childrenIn(fields: readonly Field[]): ChildrenField[] {
  return fields.filter((field) => field.type === 'children');
}

/** The fields whose values belong to the record itself. */
export function withoutChildren(fields: readonly Field[]): Field[] {
  return fields.some(({ type }) => type === 'children')
    ? fields.filter(({ type }) => type !== 'children')
    : [...fields];
}

/** The allowed numbers of lines. */
export function childLimits({ min = 0, max = MOST_CHILDREN }: Pick<ChildrenField, 'min' | 'max'>): {
  min: number;
  max: number;
} {
  return { min, max };
}

/** Key of a line in a call that deletes it. It can't be the name of a field. */
export const DELETED_LINE = '_delete';
