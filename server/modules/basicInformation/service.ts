import { sql, type Selectable } from 'kysely';
import { z } from 'zod';
import type { BasicInformation, basicInformationBodySchema, ContactField } from '#shared/contract/basicInformation.ts';
import { recordAudit } from '#server/audit/recordAudit.ts';
import { changedSources, only } from '#server/audit/sides.ts';
import { lockTenant } from '#server/db/tenants.ts';
import type { DbOrTx, MerchantsTable } from '#server/db/schema.ts';
import { ConflictError, ValidationError, orNotFound } from '#server/errors.ts';
import type { Session } from '#server/http/session.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { mayPay } from '../signingKeys/service.ts';
import type { Services } from '#server/services.ts';

/** Digits with common separators and an optional extension. */
const PHONE = /^\+?[0-9][0-9 ().\-/]{4,}(?: ?(?:ext\.?|x|#) ?[0-9]{1,6})?$/i;

type Asker = Pick<Session, 'merchantId' | 'permissions'>;

type Tenant = Selectable<MerchantsTable>;

type Change = z.output<typeof basicInformationBodySchema>;

/** A tenant's information about itself. */
export function createBasicInformation({ db, clock, keys }: Pick<Services, 'db' | 'clock' | 'keys'>) {
  async function read({ merchantId, permissions }: Asker): Promise<BasicInformation> {
    const tenant = await tenantOf(db.kysely, merchantId);
    const isMerchant = tenant.type !== 'platform';
    return {
      revision: tenant.revision,
      merchant_no: tenant.merchant_no,
      name: tenant.name,
      ...contactOf(tenant),
      currency: tenant.currency,
      time_zone: tenant.time_zone,
      status: tenant.status,
      created_at: tenant.created_at.toISOString(),
      md5_key: isMerchant ? await keys.shown(merchantId) : null,
      may: {
        edit: tenant.type !== 'test' && permissions.has('base_info.edit'),
        regenerate: isMerchant && permissions.has('base_info.regenerate_key'),
        make_key: isMerchant && permissions.has('base_info.regenerate_key') && mayPay(permissions),
      },
    };
  }

  /**
   * @throws {ValidationError} if a value is invalid
   * @throws {ConflictError} with the current information if the revision is outdated
   */
  async function update(actor: Actor, asker: Asker, { revision, ...wanted }: Change): Promise<BasicInformation> {
    const isCurrent = await db.transaction(async (tx) => {
      await lockTenant(tx, actor.merchantId);
      const before = await tenantOf(tx, actor.merchantId);
      if (before.revision !== revision) return false;
      const changed = changedSources(CONTACT, before, wanted);
      if (changed.length === 0) return true;
      assertWellFormed(changed, wanted);
      const at = clock.now();
      await tx
        .updateTable('merchants')
        .set({ ...wanted, revision: sql<number>`revision + 1`, updated_at: at })
        .where('merchant_id', '=', actor.merchantId)
        .execute();
      await recordAudit(tx, {
        actor,
        action: 'base_info.edit',
        recordId: actor.merchantId,
        at,
        before: only(changed, before),
        after: only(changed, wanted),
      });
      return true;
    });
    const now = await read(asker);
    if (!isCurrent) throw new ConflictError({ current: now });
    return now;
  }

  return { read, update };
}

const CONTACT: readonly ContactField[] = ['short_name', 'contact_name', 'phone', 'email'];

function contactOf({ short_name, contact_name, phone, email }: Tenant) {
  return { short_name, contact_name, phone, email };
}

async function tenantOf(from: DbOrTx, merchantId: string): Promise<Tenant> {
  const tenants = from.selectFrom('merchants').where('merchant_id', '=', merchantId);
  return orNotFound(await tenants.selectAll().executeTakeFirst());
}

/**
 * Validates only changed values, because stored ones may predate the rules.
 * @throws {ValidationError} if a changed value is malformed
 */
function assertWellFormed(
  changed: readonly ContactField[],
  { phone, email }: Readonly<Record<ContactField, string | null>>,
): void {
  const isBadPhone = changed.includes('phone') && phone !== null && !PHONE.test(phone);
  const isBadEmail = changed.includes('email') && email !== null && !z.email().safeParse(email).success;
  if (!isBadPhone && !isBadEmail) return;
  throw new ValidationError({
    ...(isBadPhone && { phone: { key: 'invalid_phone' } }),
    ...(isBadEmail && { email: { key: 'invalid_email' } }),
  });
}
