import type { ApprovalAsked } from '../contract/approval.ts';
import { formatCount, type OwnCurrency, type Translate } from '@merchant-console/declaration';
import { amountInWords } from './amountInWords.ts';

interface Words {
  translate: Translate;
  /** Of the amounts. */
  currency: string;
  own: OwnCurrency;
}

/** The rule that asks for approval, with its figures: “With 3 payments … this makes 15,000.00 CNY …”. */
export function approvalInWords(approval: ApprovalAsked, { translate, currency, own }: Words): string {
  const { rule, limit, sum, count, hours } = approval;
  const shown = (minor: string) => amountInWords(minor, currency, own);
  // The amount alone can exceed a daily total.
  const key = rule === 'daily_total' && count === 0 ? 'daily_total_alone' : rule;
  return translate(`approvals.${key}`, {
    limit: shown(limit),
    sum: shown(sum),
    smart_count: count,
    count: formatCount(count),
    hours: formatCount(hours),
  });
}
