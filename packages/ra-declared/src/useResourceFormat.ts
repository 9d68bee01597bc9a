import { useCallback, useMemo } from 'react';
import type { Field } from '@merchant-console/declaration';
import type { FieldRecord } from './fields/FieldTypeDefinition.ts';
import { useFormatContext, type FormatContext } from './ui/FormatContext.ts';
import { useFindPlace } from './resourcePlaces.ts';
import { openablePath } from './ResourceView.ts';
import { useReferenceNames } from './references/useReferenceNames.ts';

/** Format of a resource's fields, with the names of the records that `records` refer to, and links to them. */
export function useResourceFormat(
  resource: string,
  fields: readonly Field[],
  records: readonly FieldRecord[],
): FormatContext {
  const context = useFormatContext();
  const findPlace = useFindPlace();
  const pathOf = useCallback((other: string, id: string) => openablePath(findPlace, other, id), [findPlace]);
  const referenceName = useReferenceNames(fields, records, pathOf);
  return useMemo(() => ({ ...context, resource, referenceName, pathOf }), [context, resource, referenceName, pathOf]);
}
