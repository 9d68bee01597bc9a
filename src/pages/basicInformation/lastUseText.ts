import type { MerchantKey } from '#shared/contract/baseInfo.ts';
import type { FormatContext } from '#console/fieldTypes/FormatContext.ts';
import { formatInstant } from '#console/views/record/formatInstant.ts';

/** When a call was last signed with an old key: whether anything would be missed if it ended. */
export function lastUseText({ last_used_at }: MerchantKey, context: FormatContext): string {
  const at = formatInstant(last_used_at, context);
  return context.translate(last_used_at === null ? 'basicInfo.old_unused' : 'basicInfo.old_used', { at });
}
