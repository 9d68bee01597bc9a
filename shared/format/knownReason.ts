import type { Translate } from '@merchant-console/declaration';

/**
 * Why a channel has failed an order, in the user's language; '' if no text explains the code.
 * @param code the channel's; docs/channel-adapters.md lists those that have a text in each language
 */
export function knownReason(code: string, translate: Translate): string {
  return translate(`channelReasons.${code.toUpperCase()}`, { _: '' });
}
