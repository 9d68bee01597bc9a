import { isDeepStrictEqual } from 'node:util';
import { plainText } from '#shared/format/plainText.ts';
import type { Tx } from '#server/db/schema.ts';
import { limitOf } from '../operatorRequests/service.ts';
import type { Values, WireRecord } from '#server/resources/RecordSource.ts';

/** True if the new value of a field lets somebody do more, or sooner, than the old one. */
type Widens = (before: unknown, after: unknown) => boolean;

const shorter: Widens = (before, after) => Number(after) < Number(before);
const turnedOff: Widens = (before, after) => before === true && after === false;
/** Without a total of its own, a merchant has a multiple of its threshold, so that leaving it empty counts as raising it. */
const total = (digits: unknown) => (digits === null || digits === undefined ? Infinity : minor(digits));
/** @param digits minor units in API form */
const minor = (digits: unknown) => BigInt(plainText(digits));

/** A merchant's rules about its payments. Its threshold has a rule of its own. */
const OF_MERCHANTS: Readonly<Record<string, Widens>> = {
  card_cooling_hours: shorter,
  people_waiting_hours: shorter,
  sum_window_hours: shorter,
  daily_total: (before, after) => total(after) > total(before),
  strict_checkers: turnedOff,
  only_saved_payees: turnedOff,
  refuse_md5: turnedOff,
};

/** Defaults of new merchants, and the platform's own rules. */
const OF_PLATFORM: Readonly<Record<string, Widens>> = {
  card_cooling_hours: shorter,
  people_waiting_hours: shorter,
  strict_checkers: turnedOff,
  refuse_md5: turnedOff,
  approval_threshold: (before, after) => minor(after) > minor(before),
  currency: (before, after) => before !== after,
};

/** Fields of a merchant by which a change widens what its users may do alone. */
export async function widenedOfMerchant(tx: Tx, before: WireRecord, wanted: Values): Promise<string[]> {
  const { approval_threshold: threshold } = wanted;
  const raised =
    threshold !== undefined &&
    minor(threshold) > minor(before['approval_threshold']) &&
    minor(threshold) > (await limitOf(tx, plainText(wanted['currency'] ?? before['currency'])));
  return [...(raised ? ['approval_threshold'] : []), ...widenedBy(OF_MERCHANTS, before, wanted)];
}

/** Fields of the platform's settings by which a change widens what users may do alone. */
export function widenedOfPlatform(before: WireRecord, wanted: Values): string[] {
  return widenedBy(OF_PLATFORM, before, wanted);
}

function widenedBy(rules: Readonly<Record<string, Widens>>, before: WireRecord, wanted: Values): string[] {
  return Object.entries(rules).flatMap(([source, widens]) =>
    Object.hasOwn(wanted, source) && widens(before[source], wanted[source]) ? [source] : [],
  );
}

/** Changed fields of a channel or rate, except its name and its closing, which one operator may do in an emergency. */
export function changedTerms(before: WireRecord, wanted: Values): string[] {
  return Object.keys(wanted).filter((source) => {
    if (source === 'name' || isDeepStrictEqual(before[source] ?? null, wanted[source] ?? null)) return false;
    return source !== 'status' || wanted[source] === 'enabled';
  });
}
