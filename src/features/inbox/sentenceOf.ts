import { changedSettingsSchema, type NotificationData } from '#shared/contract/notifications.ts';
import { formatCount, formatInZone } from '@merchant-console/declaration';
import { amountInWords } from '#shared/money/amountInWords.ts';
import { deviceInWords } from '#shared/format/deviceInWords.ts';
import { monthInWords } from '#shared/format/monthInWords.ts';
import type { FormatContext } from '@merchant-console/ra-declared';

/** Kinds with a separate sentence for each status. */
const BY_STATUS: readonly string[] = [
  'payment_request_decided',
  'deposit_decided',
  'withdrawal_decided',
  'refund_decided',
  'batch_failed',
  'export_ended',
  'import_ended',
  'sign_in_locked',
] satisfies NotificationData['kind'][];

type SentenceContext = Pick<FormatContext, 'language' | 'translate' | 'currencyData'>;

/** A notification as one sentence in the user's language. An unknown status falls back to the name of the kind. */
export function sentenceOf({ kind, data }: Pick<NotificationData, 'kind' | 'data'>, context: SentenceContext): string {
  const { language, translate, currencyData } = context;
  const { amount, currency, status, from, until } = data;
  const words = {
    ...data,
    amount: amount !== undefined && currency !== undefined ? amountInWords(amount, currency, currencyData) : '',
    month: from === undefined ? '' : monthInWords(from, language),
    changes: data['changes'] === undefined ? '' : changesInWords(data['changes'], context, currency),
    until: until === undefined ? '' : formatInZone(new Date(until), currencyData.time_zone),
    device: deviceInWords(data['user_agent'] ?? null, translate),
    powers: powersIn(data['powers'], translate),
    _: translate(`inbox.kinds.${kind}`),
  };
  return translate(`inbox.sentences.${kind}${BY_STATUS.includes(kind) ? `.${status}` : ''}`, words);
}

function powersIn(powers: string | undefined, translate: FormatContext['translate']): string {
  if (powers === undefined) return '';
  return powers
    .split(',')
    .map((power) => translate(`inbox.powers.${power}`))
    .join(translate('list.comma'));
}

/** Settings in minor units. Other texts may be digits too, such as a phone number. */
const AMOUNTS: readonly string[] = ['approval_threshold', 'daily_total'];

/** Settings with a default that applies if they are empty. */
const WITH_DEFAULTS: readonly string[] = ['daily_total'];

/** Changed settings with their values before and after: `Daily total: 25,000.00 CNY → 10,000.00 CNY`. */
function changesInWords(json: string, { translate, currencyData }: SentenceContext, currency = ''): string {
  const inWords = (source: string, value: string | number | boolean | null) => {
    if (value === null) return translate(WITH_DEFAULTS.includes(source) ? 'inbox.default' : 'inbox.unset');
    if (typeof value === 'boolean') return translate(`ra.boolean.${value}`);
    if (typeof value === 'number') return formatCount(value);
    if (AMOUNTS.includes(source)) return amountInWords(value, currency, currencyData);
    return translate(`choices.${source}.${value}`, { _: value });
  };
  return changedSettingsSchema
    .parse(JSON.parse(json))
    .map(({ source, before, after }) =>
      translate('inbox.change', {
        field: translate(`fields.${source}`),
        before: inWords(source, before),
        after: inWords(source, after),
      }),
    )
    .join(translate('inbox.between_changes'));
}
