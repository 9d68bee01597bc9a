import { isTimeZone } from '#shared/format/timeZone.ts';
import { scaleByIso } from '#shared/money/currencies.ts';
import { ValidationError, type Message } from '#server/errors.ts';
import { publicUrl, webUrl } from '#server/network/publicUrl.ts';
import type { Values } from '#server/resources/RecordSource.ts';

/** Values of a tenant that are well formed and still no currency, time zone or address. */
export function wrongTenantValues(values: Values, allowPrivateUrls: boolean): Record<string, Message> {
  const { currency, time_zone: zone, notify_url: url } = values;
  const isReachable = allowPrivateUrls ? webUrl : publicUrl;
  return {
    ...(typeof currency === 'string' && scaleByIso(currency) === null
      ? { currency: { key: 'currency_unknown', args: { value: currency } } }
      : {}),
    ...(typeof zone === 'string' && !isTimeZone(zone)
      ? { time_zone: { key: 'invalid_value', args: { value: zone } } }
      : {}),
    ...(typeof url === 'string' && !isReachable(url) ? { notify_url: { key: 'url_not_public' } } : {}),
  };
}

/** @throws ValidationError that names each of them */
export function assertTenantValues(values: Values, allowPrivateUrls: boolean): void {
  const wrong = wrongTenantValues(values, allowPrivateUrls);
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
}
