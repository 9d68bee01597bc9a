import { isDeepStrictEqual } from 'node:util';
import { plainText } from '@merchant-console/declaration';
import type { Tx } from '#server/db/schema.ts';
import { dailyTotalOf } from '#server/money/approvals.ts';
import { limitOf } from '../operatorRequests/service.ts';
import type { Values } from '#server/resources/RecordSource.ts';

/** True if the new value of a field lets somebody do more, or sooner, than the old one. */
type Widens = (before: unknown, after: unknown) => boolean;

const shorter: Widens = (before, after) => Number(after) < Number(before);
const turnedOff: Widens = (before, after) => before === true && after === false;
/** @param digits minor units in API form */
const minor = (digits: unknown) => BigInt(plainText(digits));

/** A merchant's rules about its payments. Its threshold and daily total are compared with the platform's limit. */
const OF_MERCHANTS: Readonly<Record<string, Widens>> = {
  card_cooling_hours: shorter,
  people_waiting_hours: shorter,
  sum_window_hours: shorter,
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
export async function widenedOfMerchant(tx: Tx, before: Values, wanted: Values): Promise<string[]> {
  const raised = raisedAmounts(before, { ...before, ...wanted });
  const above = raised.length === 0 ? [] : await aboveLimit(tx, { ...before, ...wanted }, raised);
  return [...above, ...widenedBy(OF_MERCHANTS, before, wanted)];
}

/** Amounts up to which a merchant's users pay alone. */
const AMOUNTS = {
  approval_threshold: ({ approval_threshold: threshold }: Values) => minor(threshold),
  daily_total({ approval_threshold: threshold, daily_total }: Values) {
    const own = (daily_total ?? null) === null ? null : minor(daily_total);
    return dailyTotalOf({ approval_threshold: minor(threshold), daily_total: own });
  },
};
type AmountSource = keyof typeof AMOUNTS;

/** The changed amounts that are higher, or can't be compared because they are in another currency. */
function raisedAmounts(before: Values, after: Values): AmountSource[] {
  const isOther = after['currency'] !== before['currency'];
  return (['approval_threshold', 'daily_total'] as const).filter((source) => {
    if (after[source] === before[source] && !isOther) return false;
    return isOther || AMOUNTS[source](after) > AMOUNTS[source](before);
  });
}

/** Those amounts that one operator may not decide: above the platform's limit, and what follows from it for a day. */
async function aboveLimit(tx: Tx, after: Values, sources: readonly AmountSource[]): Promise<AmountSource[]> {
  const limit = await limitOf(tx, plainText(after['currency']));
  const most = {
    approval_threshold: limit,
    daily_total: dailyTotalOf({ approval_threshold: limit, daily_total: null }),
  };
  return sources.filter((source) => AMOUNTS[source](after) > most[source]);
}

/** Fields of the platform's settings by which a change widens what users may do alone. */
export function widenedOfPlatform(before: Values, wanted: Values): string[] {
  return widenedBy(OF_PLATFORM, before, wanted);
}

function widenedBy(rules: Readonly<Record<string, Widens>>, before: Values, wanted: Values): string[] {
  return Object.entries(rules).flatMap(([source, widens]) =>
    Object.hasOwn(wanted, source) && widens(before[source], wanted[source]) ? [source] : [],
  );
}

/** Changed fields of a channel or rate, except its name and its closing, which one operator may do in an emergency. */
export function changedTerms(before: Values, wanted: Values): string[] {
  return Object.keys(wanted).filter((source) => {
    if (source === 'name' || isDeepStrictEqual(before[source] ?? null, wanted[source] ?? null)) return false;
    return source !== 'status' || wanted[source] === 'enabled';
  });
}
