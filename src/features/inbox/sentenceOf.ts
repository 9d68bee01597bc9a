import type { NotificationData } from '#shared/contract/notifications.ts';
import type { CurrencyData } from '#shared/contract/session.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { Translate } from '#shared/i18n/translator.ts';
import { amountInWords } from '#shared/money/amountInWords.ts';
import { deviceInWords } from '#shared/format/deviceInWords.ts';
import { monthInWords } from '#shared/format/monthInWords.ts';

/** Kinds with a separate sentence for each status. */
const BY_STATUS: readonly string[] = [
  'payment_request_decided',
  'deposit_decided',
  'withdrawal_decided',
  'refund_decided',
  'batch_failed',
  'export_ended',
] satisfies NotificationData['kind'][];

/** A notification as one sentence in the user's language. An unknown status falls back to the name of the kind. */
export function sentenceOf(
  { kind, data }: Pick<NotificationData, 'kind' | 'data'>,
  context: { language: Language; translate: Translate; currencyData: CurrencyData },
): string {
  const { language, translate, currencyData } = context;
  const { amount, currency, status, from } = data;
  const words = {
    ...data,
    amount: amount !== undefined && currency !== undefined ? amountInWords(amount, currency, currencyData) : '',
    month: from === undefined ? '' : monthInWords(from, language),
    device: deviceInWords(data['user_agent'] ?? null, translate),
    powers: powersIn(data['powers'], translate),
    _: translate(`inbox.kinds.${kind}`),
  };
  return translate(`inbox.sentences.${kind}${BY_STATUS.includes(kind) ? `.${status}` : ''}`, words);
}

function powersIn(powers: string | undefined, translate: Translate): string {
  if (powers === undefined) return '';
  return powers
    .split(',')
    .map((power) => translate(`inbox.powers.${power}`))
    .join(translate('list.comma'));
}
