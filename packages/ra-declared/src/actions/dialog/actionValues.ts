import type { FieldRecord } from '../../fields/FieldTypeDefinition.ts';
import type { Action, Field } from '@merchant-console/declaration';
import { initialValues } from '../../form/formValues.ts';

/**
 * Values of an action's form when its dialog opens: the fields' defaults, and what `fills` takes from the record. The
 * form of a row's action also holds the record's currencies that its amounts are in, unless it asks for them itself.
 *
 * @param records the target records; only an action on a row takes values from the first
 */
export function valuesOnOpening(
  fields: readonly Field[],
  { scope, fills }: Pick<Action, 'scope' | 'fills'>,
  [record]: readonly FieldRecord[],
): FieldRecord {
  const currencies = fields.flatMap((field) => (field.type === 'money' ? (field.currency ?? []) : []));
  const taken = (of: string) => (scope === 'row' ? (record?.[of] ?? null) : null);
  return {
    ...Object.fromEntries(currencies.map((source) => [source, taken(source)])),
    ...initialValues(fields, null),
    ...Object.fromEntries(Object.entries(fills).map(([source, of]) => [source, taken(of)])),
  };
}
