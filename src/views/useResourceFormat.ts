import { useMemo } from 'react';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { FieldRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import { useFormatContext, type FormatContext } from '#console/fieldTypes/FormatContext.ts';
import { useReferenceNames } from './references/useReferenceNames.ts';

/** How the fields of a resource are shown, with the names of what `records` refer to. */
export function useResourceFormat(
  resource: string,
  fields: readonly Field[],
  records: readonly FieldRecord[],
): FormatContext {
  const context = useFormatContext();
  const referenceName = useReferenceNames(fields, records);
  return useMemo(() => ({ ...context, resource, referenceName }), [context, resource, referenceName]);
}
