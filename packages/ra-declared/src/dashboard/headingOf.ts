import { type Label, resolveLabel } from '@merchant-console/declaration';
import type { FormatContext } from '../ui/FormatContext.ts';

/** @param usual heading of a card without a label */
export function headingOf(
  label: Label | null,
  usual: string,
  { language, translate }: Pick<FormatContext, 'language' | 'translate'>,
): string {
  return label === null ? usual : resolveLabel(label, language, translate);
}
