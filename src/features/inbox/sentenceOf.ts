import type { NotificationData } from '#shared/contract/notifications.ts';
import type { CurrencyData } from '#shared/contract/session.ts';
import type { Translate } from '#shared/i18n/translator.ts';
import { amountInWords } from '#shared/money/amountInWords.ts';
import { deviceInWords } from '#console/ui/deviceInWords.ts';

/** Kinds whose sentence is another one for each status. */
const BY_STATUS: readonly string[] = [
  'payment_request_decided',
  'deposit_decided',
  'withdrawal_decided',
  'refund_decided',
  'batch_failed',
] satisfies NotificationData['kind'][];

/** A notification as one sentence in the user's language. Of a status that nobody knew yet its kind alone is told. */
export function sentenceOf(
  { kind, data }: Pick<NotificationData, 'kind' | 'data'>,
  { translate, currencyData }: { translate: Translate; currencyData: CurrencyData },
): string {
  const { amount, currency, status } = data;
  const words = {
    ...data,
    amount: amount !== undefined && currency !== undefined ? amountInWords(amount, currency, currencyData) : '',
    device: deviceInWords(data['user_agent'] ?? null, translate),
    _: translate(`inbox.kinds.${kind}`),
  };
  return translate(`inbox.sentences.${kind}${BY_STATUS.includes(kind) ? `.${status}` : ''}`, words);
}
