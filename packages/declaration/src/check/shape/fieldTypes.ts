import { fieldSchema } from '../../fieldSchema.ts';

/** All field types. */
export const FIELD_TYPES: readonly string[] = fieldSchema.options.map(({ shape }) => shape.type.value);

/** Allowed keys by field type. */
const KEYS_BY_TYPE = new Map(fieldSchema.options.map(({ shape }) => [shape.type.value, Object.keys(shape)]));

/** Field types that allow `key`. */
export function fieldTypesAllowing(key: string): string[] {
  return [...KEYS_BY_TYPE].filter(([, keys]) => keys.includes(key)).map(([type]) => type);
}

/** Filters that a field type supports. */
export function filtersOf(type: string): readonly string[] {
  const form = fieldSchema.options.find(({ shape }) => shape.type.value === type);
  return form && 'filter' in form.shape ? form.shape.filter.unwrap().options : [];
}
