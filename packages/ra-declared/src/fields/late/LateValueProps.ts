import type { FieldOf, GroupField } from '@merchant-console/declaration';

/** A value whose rendering needs code that most lists don't. */
export interface LateValueProps {
  field: FieldOf<'text'> | FieldOf<'texts'> | GroupField;
  value: unknown;
}
