import { isTimeZone } from '#shared/format/timeZone.ts';
import { scaleByIso } from '#shared/money/currencies.ts';
import { ValidationError, type Message } from '#server/errors.ts';
import { notifyUrlProblem, type NotifyRules } from '#server/network/notifyUrl.ts';
import type { Values } from '#server/resources/RecordSource.ts';

/** Values of a tenant that are well formed and still no currency, time zone or address. */
export function wrongTenantValues(values: Values, rules: NotifyRules): Record<string, Message> {
  const { currency, time_zone: zone, notify_url: url } = values;
  const urlProblem = typeof url === 'string' ? notifyUrlProblem(url, rules) : null;
  return {
    ...(typeof currency === 'string' && scaleByIso(currency) === null
      ? { currency: { key: 'currency_unknown', args: { value: currency } } }
      : {}),
    ...(typeof zone === 'string' && !isTimeZone(zone)
      ? { time_zone: { key: 'invalid_value', args: { value: zone } } }
      : {}),
    ...(urlProblem ? { notify_url: urlProblem } : {}),
  };
}

/** @throws ValidationError that names each of them */
export function assertTenantValues(values: Values, rules: NotifyRules): void {
  const wrong = wrongTenantValues(values, rules);
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
}
