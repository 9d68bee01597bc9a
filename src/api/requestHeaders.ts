import type { RuntimeSettings } from '#shared/contract/runtimeSettings.ts';

/** The longest text of an IPv6 address with a zone is about this long; the script that sets it is not ours. */
const MAX_ADDRESS_LENGTH = 64;

export interface RequestHeadersConfig {
  settings: Pick<RuntimeSettings, 'clientAddressHeader' | 'tokenHeader'>;
  /** Language of the interface; the server writes its messages in it. */
  getLanguage: () => string;
  /** The client's address as an external script may have left it; '' when there is none. */
  getClientAddress: () => string;
}

/** The headers of every call: who asks, from where, in which language. */
export function requestHeaders(
  config: RequestHeadersConfig,
  token: string | null,
  options: Pick<RequestInit, 'headers' | 'body'> = {},
): Headers {
  const headers = new Headers(options.headers);
  headers.set('Accept', 'application/json');
  headers.set('Accept-Language', config.getLanguage());
  headers.set(config.settings.clientAddressHeader, printable(config.getClientAddress()).slice(0, MAX_ADDRESS_LENGTH));
  if (token !== null) {
    headers.set(config.settings.tokenHeader, token);
    headers.set('Authorization', `Bearer ${token}`);
  }
  if (options.body === undefined || options.body === null) headers.delete('Content-Type');
  else if (typeof options.body === 'string') headers.set('Content-Type', 'application/json');
  return headers;
}

/** Only what a header may hold: anything else in it would make every call fail. */
function printable(text: string): string {
  return text.replaceAll(/[^\x21-\x7e]/g, '');
}
