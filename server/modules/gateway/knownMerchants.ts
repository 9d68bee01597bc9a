import { sql } from 'kysely';
import { isOpen } from '#server/access/rightsOf.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { Signer, Signers } from '#server/modules/signingKeys/service.ts';
import { channelsOf, type OpenChannel } from '#server/money/openChannel.ts';
import { tenantSettings, type TenantSettings } from '#server/money/tenant.ts';
import { Terms, type TermsVersion } from './terms.ts';

/** Merchants kept in memory. */
const MOST_KEPT = 2_000;

/** Tenant of unknown merchants, so that their rejection takes the same time. It has no keys. */
const NO_MERCHANT = '00000000-0000-0000-0000-000000000000';

/** What collection orders of a tenant depend on. */
interface CollectionTerms {
  settings: TenantSettings;
  channels: readonly OpenChannel[];
}

/** A merchant's live tenant or its test side. */
export interface Side {
  merchantId: string;
  /** At most `MOST_TRIED`. */
  signers: readonly Signer[];
  /** What was in force when the merchant was read. */
  terms: Terms;
  /** @throws {ConflictError} if the tenant has been suspended or disabled since then */
  collectionTerms(): Promise<CollectionTerms>;
}

/** A merchant whose server calls. The key of a call decides between its sides. */
export interface KnownMerchant {
  /** Null if there is no such merchant, or it is disabled. */
  live: Side | null;
  test: Side | null;
  /** True if the merchant or the platform refuses calls signed with MD5, of both sides. */
  refusesMd5: boolean;
}

interface Kept {
  merchant: KnownMerchant;
  terms: Terms;
  /** When it was read. */
  from: Date;
  /** When its next key ends. */
  until: Date | null;
}

interface Found {
  merchant_id: string;
  test_merchant_id: string | null;
  refuses_md5: boolean;
  versions: TermsVersion[];
}

const NOBODY: KnownMerchant = { live: null, test: null, refusesMd5: false };

export type KnownMerchants = ReturnType<typeof createKnownMerchants>;

/**
 * Merchants with their keys, settings and channels, kept in memory as long as they are current. Each tenant has a version,
 * which triggers of the database change together with its terms (migration `terms_versions`). The message of a call's first
 * write compares the versions, so the call sees what was committed before it, on every server. A call that is rejected
 * before must be judged again by what `read` returns.
 */
export function createKnownMerchants({ db, clock, signers }: { db: Db; clock: Clock; signers: Signers }) {
  /** By number, least recently used first. */
  const kept = new Map<string, Kept>();

  /** What is in memory; a merchant without sides if there is nothing, or it is known to have changed. */
  function recalled(merchantNo: string): KnownMerchant {
    const known = kept.get(merchantNo);
    if (!known || known.terms.hasChanged) return NOBODY;
    const now = clock.now();
    if (now < known.from || (known.until !== null && now >= known.until)) return NOBODY;
    kept.delete(merchantNo);
    kept.set(merchantNo, known);
    return known.merchant;
  }

  /** Reads a merchant and keeps it. Takes as long for one that is unknown or disabled. */
  async function read(merchantNo: string): Promise<KnownMerchant> {
    const from = clock.now();
    // The versions first: what is read later may be newer, never older.
    const found = await merchantOf(db, merchantNo);
    const terms = new Terms(found?.versions ?? []);
    const live = await sideOf(found?.merchant_id, terms);
    const test = await sideOf(found?.test_merchant_id ?? undefined, terms);
    kept.delete(merchantNo);
    if (!found) return NOBODY;
    const merchant = { live: live.side, test: test.side, refusesMd5: found.refuses_md5 };
    const ends = [...live.ends, ...test.ends].filter((end) => end > from);
    const until = ends.length > 0 ? new Date(Math.min(...ends.map((end) => end.getTime()))) : null;
    kept.set(merchantNo, { merchant, terms, from, until });
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(oldest);
    }
    return merchant;
  }

  async function sideOf(merchantId: string | undefined, known: Terms): Promise<{ side: Side | null; ends: Date[] }> {
    const keys = await signers.signersOf(merchantId ?? NO_MERCHANT);
    if (merchantId === undefined) return { side: null, ends: [] };
    let terms: CollectionTerms | undefined;
    const collectionTerms = async () => {
      terms ??= {
        settings: await tenantSettings(db.kysely, merchantId),
        channels: await channelsOf(db.kysely, merchantId, 'collection'),
      };
      return terms;
    };
    const ends = keys.flatMap(({ endsAt }) => endsAt ?? []);
    return { side: { merchantId, signers: keys, terms: known, collectionTerms }, ends };
  }

  return { recalled, read };
}

/** The merchant of that number if it isn't disabled, with the versions of all tenants that it depends on, which are read first. */
async function merchantOf({ kysely }: Db, merchantNo: string): Promise<Found | undefined> {
  const named = sql`
    select m.merchant_id, m.test_merchant_id, m.parent_id, m.refuse_md5, ${isOpen('m')} as is_open
    from directory d join merchants m on m.merchant_id = d.tenant_id
    where d.merchant_id = ${PLATFORM_ID} and d.kind = 'merchant_no' and d.name = ${merchantNo} and m.type = 'merchant'`;
  // The versions by a statement of their own, because Citus doesn't join rows of many tenants with a recursive query.
  const { rows: needed } = await sql<{ id: string }>`
    with recursive named as (${named}), above (merchant_id, parent_id) as (
      select merchant_id, parent_id from named
      union
      select m.merchant_id, m.parent_id from merchants m join above a on a.parent_id = m.merchant_id
    )
    select merchant_id as id from above
    union select test_merchant_id from named where test_merchant_id is not null
    union select ${PLATFORM_ID}::uuid`.execute(kysely);
  const stored = await kysely
    .selectFrom('terms_versions')
    .where(
      'merchant_id',
      'in',
      needed.map(({ id }) => id),
    )
    .select(['merchant_id as id', 'version'])
    .execute();
  const versionOf = (id: string) => stored.find((one) => one.id === id)?.version ?? null;
  const { rows } = await sql<Omit<Found, 'versions'>>`
    select n.merchant_id, n.test_merchant_id, n.refuse_md5 or p.refuse_md5 as refuses_md5
    from (${named}) n join merchants p on p.merchant_id = ${PLATFORM_ID}
    where n.is_open`.execute(kysely);
  return rows[0] && { ...rows[0], versions: needed.map(({ id }) => ({ id, version: versionOf(id) })) };
}
