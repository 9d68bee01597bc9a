/** The rules that ask for another user's approval, strongest first: the first one that applies is named. */
export const APPROVAL_RULES = [
  /** The amount is above the merchant's threshold. */
  'amount',
  /** The total of the batch is above the threshold. */
  'batch_total',
  /** The refunds of the order are above the threshold together with it. */
  'order_refunds',
  /** What the maker got through to the same account without approval is above the threshold together with it. */
  'account_sum',
  /** What the maker got through to all accounts without approval is above the merchant's daily total together with it. */
  'daily_total',
] as const;

export type ApprovalRule = (typeof APPROVAL_RULES)[number];
