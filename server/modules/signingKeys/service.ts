import { subMinutes } from 'date-fns/subMinutes';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import { openKey, sealKey, tailOf } from './merchantKeys.ts';
import type { PayingKey } from '#server/money/keyLimits.ts';
import { addressesIn } from '#server/network/addressRanges.ts';

export { mayPay } from './keyTerms.ts';
export { sealKey, tailOf };

/** Maximum number of valid keys of a merchant, besides the default key and its predecessor. */
export const MOST_KEYS = 20;
/** Number of ended keys whose signatures are recognised, so that the log of API calls can name them. */
const MOST_ENDED = 8;
/** Number of keys that a call without `key_id` is tried against, for each side of a merchant. */
export const MOST_TRIED = 2 + MOST_KEYS + MOST_ENDED;

/** The calls that a key may sign. Payouts and refunds move money out. */
export type Scope = 'collect' | 'pay' | 'query' | 'list';

/** A key that may have signed a call. */
export interface Signer extends PayingKey {
  scopes: ReadonlySet<Scope>;
  /** IP addresses and ranges; empty: any address. */
  addresses: readonly string[];
  /** False if it signs only with HMAC-SHA256. */
  allowsMd5: boolean;
  /** The version that its calls are answered in. */
  version: string;
  /** Why the key isn't valid, or null if it is. */
  ended: 'expired' | 'replaced' | 'revoked' | 'rejected' | 'waiting' | null;
  /** When it ends or has ended, if that is known. */
  endsAt: Date | null;

  /** Decrypts the key. @throws {WrongDataKeyError} if the data key is wrong */
  key(): string;
}

interface Row {
  id: string;
  name: string | null;
  key_value: string;
  key_tail: string;
  may_collect: boolean;
  may_pay: boolean;
  may_query: boolean;
  may_list: boolean;
  addresses: string;
  sign_types: 'hmac' | 'any';
  ended: Signer['ended'];
  ends_at: Date | null;
  per_call_limit: bigint | null;
  per_day_limit: bigint | null;
  lineage_id: string | null;
  gateway_version: string;
  creator_id: string | null;
  proposer_id: string | null;
  approver_id: string | null;
}

const OWN = sql.raw('per_call_limit, per_day_limit, lineage_id, creator_id, proposer_id, approver_id, gateway_version');

export type Signers = ReturnType<typeof createSigners>;

/** The keys that gateway calls are checked against. */
export function createSigners({ db, clock, cipher }: { db: Db; clock: Clock; cipher: Cipher }) {
  const decoyId = uuidv7();
  const sealedDecoy = sealKey(cipher.encrypt, decoyId, '0'.repeat(32));
  /** A key of no merchant. Trying it takes as long as trying a merchant's key. */
  const decoy = { key: () => openKey(cipher.decrypt, decoyId, sealedDecoy) };

  /** Keys of a tenant, at most `MOST_TRIED`: the default key first, ended ones last. */
  async function signersOf(merchantId: string): Promise<Signer[]> {
    const now = clock.now();
    const { rows } = await sql<Row>`
      select id, null as name, key_value, key_tail, true as may_collect, true as may_pay, true as may_query,
        true as may_list, '' as addresses, 'any' as sign_types, null as ended, ends_at, ${OWN}, 1 as part, ends_at as at
      from merchant_keys where merchant_id = ${merchantId} and (ends_at is null or ends_at > ${now})
      union all
      select id, name, key_value, key_tail, may_collect, may_pay, may_query, may_list, addresses, sign_types,
        case when not is_approved then 'waiting' end, ends_at, ${OWN}, 2, null
      from signing_keys where merchant_id = ${merchantId} and (ends_at is null or ends_at > ${now})
      union all
      select * from (
        select id, name, key_value, key_tail, may_collect, may_pay, may_query, may_list, addresses, sign_types, end_reason, ends_at, ${OWN}, 3,
          null::timestamptz
        from signing_keys where merchant_id = ${merchantId} and ends_at <= ${now}
        order by ends_at desc limit ${MOST_ENDED}
      ) ended
      order by part, at desc nulls first, id limit ${MOST_TRIED}`.execute(db.kysely);
    return rows.map(
      ({ key_value, key_tail, may_collect, may_pay, may_query, may_list, addresses, sign_types, ...row }) => ({
        id: row.id,
        name: row.name,
        ended: row.ended,
        endsAt: row.ends_at,
        version: row.gateway_version,
        tail: key_tail,
        scopes: scopesOf({ may_collect, may_pay, may_query, may_list }),
        addresses: addressesIn(addresses),
        allowsMd5: sign_types === 'any',
        lineageId: row.lineage_id ?? row.id,
        limits: { per_call_limit: row.per_call_limit, per_day_limit: row.per_day_limit },
        makerIds: [row.creator_id, row.proposer_id, row.approver_id].flatMap((userId) => userId ?? []),
        key: () => openKey(cipher.decrypt, row.id, key_value),
      }),
    );
  }

  const noted = new WeakMap<Signer, Date>();

  /** Records the use of a key, at most once a minute. */
  async function noteUse(merchantId: string, signer: Signer, { at, ip }: { at: Date; ip: string }): Promise<void> {
    const { id, name } = signer;
    const last = noted.get(signer);
    if (last && last <= at && subMinutes(at, 1) < last) return;
    // Other servers note it, too.
    await db.kysely
      .updateTable(name === null ? 'merchant_keys' : 'signing_keys')
      .set({ last_used_at: at, last_used_ip: ip })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', subMinutes(at, 1))]))
      .execute();
    noted.set(signer, at);
  }

  return { signersOf, noteUse, decoy };
}

/** @example scopesOf({ may_collect: true, may_pay: false, may_query: true, may_list: false }) // collect, query */
export function scopesOf(key: Pick<Row, 'may_collect' | 'may_pay' | 'may_query' | 'may_list'>): ReadonlySet<Scope> {
  const { may_collect, may_pay, may_query, may_list } = key;
  return new Set<Scope>([
    ...(may_collect ? ['collect' as const] : []),
    ...(may_pay ? ['pay' as const] : []),
    ...(may_query ? ['query' as const] : []),
    ...(may_list ? ['list' as const] : []),
  ]);
}
