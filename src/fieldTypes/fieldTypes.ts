import type { FieldOf, FieldType } from '#shared/declaration/fieldSchema.ts';
import { booleanType } from './booleanType.ts';
import { dateType } from './dateType.ts';
import { fileType } from './fileType.ts';
import { imageType } from './imageType.ts';
import { jsonType } from './jsonType.ts';
import { secretType } from './secretType.ts';
import { datetimeType } from './datetime/datetimeType.ts';
import { enumType } from './enum/enumType.tsx';
import type { FieldTypeDefinition } from './FieldTypeDefinition.ts';
import { integerType } from './integerType.ts';
import { longtextType } from './longtextType.ts';
import { moneyType } from './moneyType.ts';
import { rateType } from './rateType.ts';
import { referenceType } from './referenceType.ts';
import { textType } from './textType.ts';

/** Every type that a declaration may name: one that is missing here does not compile. */
const fieldTypes: { [T in FieldType]: FieldTypeDefinition<FieldOf<T>> } = {
  text: textType,
  longtext: longtextType,
  integer: integerType,
  money: moneyType,
  rate: rateType,
  enum: enumType,
  datetime: datetimeType,
  reference: referenceType,
  boolean: booleanType,
  date: dateType,
  secret: secretType,
  file: fileType,
  image: imageType,
  json: jsonType,
};

/** What the console knows about the type of `field`. */
export function fieldTypeOf<T extends FieldType>(field: FieldOf<T> & { type: T }): FieldTypeDefinition<FieldOf<T>> {
  return fieldTypes[field.type];
}

export function isFieldType(type: unknown): type is FieldType {
  return typeof type === 'string' && Object.hasOwn(fieldTypes, type);
}
