import { useFieldValue } from 'react-admin';
import { plainText } from '@merchant-console/declaration';
import { resourceName } from '#shared/format/resourceName.ts';
import { useFormatContext } from '@merchant-console/ra-declared';

/** The name of a resource, given its key. */
export function ResourceField({ source }: { source: string }) {
  return resourceName(plainText(useFieldValue({ source })), useFormatContext().translate);
}
