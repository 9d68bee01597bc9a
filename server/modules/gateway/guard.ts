import { timingSafeEqual } from 'node:crypto';
import { TIMESTAMP_MINUTES } from '#shared/contract/gateway.ts';
import { sign } from '#shared/gateway/sign.ts';
import { isOpen } from '#server/access/isOpen.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { PLATFORM_ID } from '#server/db/platform.ts';
import { ConflictError, SignatureError, ValidationError } from '#server/errors.ts';
import type { MerchantKeys } from '#server/modules/merchantKeys/service.ts';
import { useNonce } from './nonces.ts';
import { readCall, type ReadCall } from './readCall.ts';

const WINDOW_MS = TIMESTAMP_MINUTES * 60_000;

/** Signs for merchants that do not exist, so that their refusal costs and takes as much. */
const DECOY = { merchantId: '00000000-0000-0000-0000-000000000000', key: '0'.repeat(32) };

export interface GuardMeans {
  db: Db;
  clock: Clock;
  keys: Pick<MerchantKeys, 'usableKeys' | 'noteUse'>;
}

/** A call that its merchant has signed. */
export interface SignedCall {
  merchantId: string;
  /** What it asks for: all parameters but those that every call has. */
  given: Readonly<Record<string, string>>;
}

/** Holds a merchant to its limit. @throws TooManyRequestsError */
export type LimitMerchant = (merchantId: string) => Promise<void>;

/**
 * The one way in for merchants' servers. What needs no database is looked at first; then who calls and whether they
 * have signed, which anybody can make us ask; only a merchant's own calls count against its limit and are written down.
 */
export function createGuard({ db, clock, keys }: GuardMeans) {
  /**
   * @throws MalformedError or ValidationError for what has not the form of a call, or comes too late or early;
   * SignatureError alike for an unknown merchant, a disabled one and a wrong signature; TooManyRequestsError;
   * ConflictError `nonce_used`
   */
  return async function guard(body: string, limit: LimitMerchant): Promise<SignedCall> {
    const call = readCall(body);
    const now = clock.now();
    if (Math.abs(call.at.getTime() - now.getTime()) > WINDOW_MS) {
      throw new ValidationError({ timestamp: { key: 'timestamp_off', args: { minutes: TIMESTAMP_MINUTES } } });
    }
    const merchantId = await activeMerchant(db, call.merchantNo);
    const usable = await keys.usableKeys(merchantId ?? DECOY.merchantId);
    const keyId = signingKey(call, usable);
    if (merchantId === undefined || keyId === undefined) throw new SignatureError();
    await limit(merchantId);
    // Until the last moment at which its timestamp would be accepted.
    const until = new Date(call.at.getTime() + WINDOW_MS + 1);
    if (!(await useNonce(db, merchantId, call.nonce, { now, until }))) throw new ConflictError({ id: 'nonce_used' });
    await keys.noteUse(merchantId, keyId, now);
    return { merchantId, given: call.given };
  };
}

async function activeMerchant({ kysely }: Db, merchantNo: string): Promise<string | undefined> {
  const row = await kysely
    .selectFrom('directory as d')
    .innerJoin('merchants as m', 'm.merchant_id', 'd.tenant_id')
    .where('d.merchant_id', '=', PLATFORM_ID)
    .where('d.kind', '=', 'merchant_no')
    .where('d.name', '=', merchantNo)
    .where('m.type', '=', 'merchant')
    .where(isOpen('m'))
    .select('m.merchant_id')
    .executeTakeFirst();
  return row?.merchant_id;
}

/** Id of the key that the call was signed with. Tries two, whether there are any or not. */
function signingKey(call: ReadCall, usable: readonly { id: string; key: string }[]): string | undefined {
  const tried = [0, 1].map((place) => ({ id: usable[place]?.id, key: usable[place]?.key ?? DECOY.key }));
  const fitting = tried.filter(({ key }) => isEqual(call.sign, sign(call.base, key, call.signType)));
  return fitting.find(({ id }) => id !== undefined)?.id;
}

/** Takes as long wherever two texts differ. */
function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
