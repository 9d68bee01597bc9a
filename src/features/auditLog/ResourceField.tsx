import { useFieldValue } from 'react-admin';
import { humanise } from '#shared/format/humanise.ts';
import { plainText } from '#shared/format/plainText.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';

/** The name of a resource, given its key. */
export function ResourceField({ source }: { source: string }) {
  const name = plainText(useFieldValue({ source }));
  return useFormatContext().translate(`resources.${name}.name`, { _: humanise(name) });
}
