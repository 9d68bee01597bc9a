import type { Field } from '#shared/declaration/fieldSchema.ts';
import { resolveLabel } from '#shared/i18n/label.ts';
import { useFormatContext } from '../FormatContext.ts';

/** What stands below an input: what is wrong, else the declared help, else a hint, else an empty line. */
export function useBelowInput({ help }: Field, problem: string | null, hint = ''): string {
  const { language, translate } = useFormatContext();
  return problem ?? (help === undefined ? hint || ' ' : resolveLabel(help, language, translate));
}
