import { fieldSchema } from '../../fieldSchema.ts';

/** Every type that a field can have. */
export const FIELD_TYPES: readonly string[] = fieldSchema.options.map(({ shape }) => shape.type.value);

/** Keys of each type of field. */
const KEYS_BY_TYPE = new Map(fieldSchema.options.map(({ shape }) => [shape.type.value, Object.keys(shape)]));

/** Types whose fields may have `key`. */
export function typesWith(key: string): string[] {
  return [...KEYS_BY_TYPE].filter(([, keys]) => keys.includes(key)).map(([type]) => type);
}

/** Ways in which a list can be narrowed by fields of a type. */
export function filtersOf(type: string): readonly string[] {
  const form = fieldSchema.options.find(({ shape }) => shape.type.value === type);
  return form && 'filter' in form.shape ? form.shape.filter.unwrap().options : [];
}
