import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { EntitledTo } from '#server/access/entitlements.ts';
import type { RollOut } from '#server/rollOut/createRollOut.ts';
import { type AuditSide, recordInBothLogs } from '#server/audit/recordAudit.ts';
import { only } from '#server/audit/sides.ts';
import type { Language } from '@merchant-console/declaration/languages';
import { insertRows } from '#server/db/rows.ts';
import type { Database, MerchantsTable, Tx } from '#server/db/schema.ts';
import { merchantOf } from '#server/db/tenants.ts';
import { ConflictError, NotFoundError, ValidationError } from '#server/errors.ts';
import { openWallet } from '#server/ledger/wallets.ts';
import { optionalTextIn, textIn } from '#server/money/readForm.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Actor, Target, Values } from '#server/resources/RecordSource.ts';
import { type InsertedMerchant, insertMerchant, ownerOf } from '../platform/service.ts';
import { endSessionsOfSubtree } from '../sessions/endSession.ts';
import { inviteOwner, type LinkDeps, userLink, type UserLink } from '../users/service.ts';
import { assertMayManage, isShutOut, type Submerchant, submerchantOf } from './submerchantRules.ts';

/** Editable data of a sub-merchant. */
type MerchantDetails = Pick<
  Selectable<MerchantsTable>,
  'name' | 'short_name' | 'contact_name' | 'phone' | 'email' | 'remark'
>;

type Channel = Selectable<Database['channels']>;

/** The list's view. */
export const SUBMERCHANTS_VIEW = 'v_submerchants';

export interface SubmerchantsDeps extends LinkDeps {
  entitledTo: EntitledTo;
  rollOut: RollOut;
}

const OPTIONAL = ['short_name', 'contact_name', 'phone', 'email', 'remark'] as const;

const DETAILS = ['name', ...OPTIONAL] as const;

/**
 * Merchants below the actor's own. All functions run in the given transaction, lock the actor's tenant and then the
 * sub-merchant, and write both logs. A merchant that isn't below the actor's is answered like a nonexistent one.
 */
export function createSubmerchants(deps: SubmerchantsDeps) {
  const { clock, entitledTo, rollOut } = deps;
  const assertMay = (tx: Tx, actor: Actor, permission: string) => assertMayManage(tx, actor, permission, entitledTo);

  /**
   * Creates a merchant and its invited owner.
   * @returns the owner's enrolment link
   * @throws {ValidationError} if a value is invalid, the username is taken, or the parent isn't an enabled merchant of
   * the actor's
   */
  async function create(tx: Tx, actor: Actor, values: Values, language: Language): Promise<UserLink> {
    await assertMay(tx, actor, 'submerchants.create');
    const parent = await parentIn(tx, actor, values);
    const username = textIn(values, 'username');
    const realName = textIn(values, 'real_name');
    const email = optionalTextIn(values, 'owner_email');
    const details = { ...NOTHING, ...detailsIn(values), name: textIn(values, 'name') };
    const { id, merchantNo, ownerRole } = await insertSubmerchant(tx, parent, details, clock.now());
    const link = await inviteOwner(tx, deps, { merchantId: id, username, realName, email, ownerRole }, language);
    const after = { merchant_no: merchantNo, ...details, status: 'active', owner_username: username };
    const logged = { ...after, owner_real_name: realName, owner_email: email, link_expires_at: link.expires_at };
    const isOwnChild = parent.merchant_id === actor.merchantId;
    await logInBoth(tx, actor, id, 'create', null, isOwnChild ? logged : { ...logged, parent_id: parent.merchant_id });
    await rollOut.begin(tx, { merchantId: id, merchantNo, type: 'merchant' });
    return link;
  }

  /**
   * Changes its data. Fields missing in `values` stay unchanged.
   * @throws {ConflictError} if the revision is outdated
   */
  async function edit(tx: Tx, actor: Actor, target: Target, values: Values): Promise<string> {
    await assertMay(tx, actor, 'submerchants.edit');
    const merchant = await submerchantOf(tx, actor, target.id);
    if (target.revision !== null && merchant.revision !== target.revision) {
      throw new ConflictError({ current: await readRecord(tx, SUBMERCHANTS_VIEW, actor.merchantId, target.id) });
    }
    const wanted = detailsIn(values);
    const changed = DETAILS.filter((source) => Object.hasOwn(wanted, source) && wanted[source] !== merchant[source]);
    if (changed.length === 0) return target.id;
    await store(tx, merchant, wanted);
    await logInBoth(tx, actor, target.id, 'edit', only(changed, merchant), only(changed, wanted));
    return target.id;
  }

  /**
   * Creates a new link for an owner who hasn't set up a sign-in; the old one ends.
   * @throws {ConflictError} if the owner has set up a sign-in
   */
  async function reinvite(tx: Tx, actor: Actor, id: string, language: Language): Promise<UserLink> {
    await assertMay(tx, actor, 'submerchants.create');
    const merchant = await submerchantOf(tx, actor, id);
    const owner = await ownerOf(tx, id);
    if (owner?.status !== 'invited') throw await wrongState(tx, actor, merchant, 'submerchant_owner_not_invited');
    const link = await userLink(tx, deps, { merchantId: id, userId: owner.id }, { reason: 'invite', language });
    await logInBoth(tx, actor, id, 'reinvite', null, {
      owner_username: owner.username,
      link_expires_at: link.expires_at,
    });
    return link;
  }

  /**
   * Locks out all users of it and of merchants below it, which keep their own status.
   * @throws {ConflictError} if it is disabled already
   */
  async function disable(tx: Tx, actor: Actor, id: string): Promise<string> {
    await assertMay(tx, actor, 'submerchants.disable');
    const merchant = await submerchantOf(tx, actor, id);
    if (merchant.status !== 'active') throw await wrongState(tx, actor, merchant, 'submerchant_disabled');
    await store(tx, merchant, { status: 'disabled' });
    await endSessionsOfSubtree(tx, id, clock.now());
    await logInBoth(tx, actor, id, 'disable', { status: 'active' }, { status: 'disabled' });
    return id;
  }

  /**
   * Lets its users sign in again, and those below it, unless another ancestor is disabled.
   * @throws {ConflictError} if it is enabled already
   */
  async function enable(tx: Tx, actor: Actor, id: string): Promise<string> {
    await assertMay(tx, actor, 'submerchants.enable');
    const merchant = await submerchantOf(tx, actor, id);
    if (merchant.status !== 'disabled') {
      const problem = merchant.suspended_at === null ? 'submerchant_active' : 'submerchant_suspended';
      throw await wrongState(tx, actor, merchant, problem);
    }
    await store(tx, merchant, { status: 'active' });
    await logInBoth(tx, actor, id, 'enable', { status: 'disabled' }, { status: 'active' });
    return id;
  }

  async function store(tx: Tx, { merchant_id, revision }: Submerchant, change: Partial<Submerchant>): Promise<void> {
    await tx
      .updateTable('merchants')
      .set({ ...change, revision: revision + 1, updated_at: clock.now() })
      .where('merchant_id', '=', merchant_id)
      .execute();
  }

  /** Logged for the actor's merchant under the user's name, for the sub-merchant under the actor's merchant. */
  async function logInBoth(tx: Tx, actor: Actor, id: string, action: string, before: AuditSide, after: AuditSide) {
    const { name: actorName } = await merchantOf(tx, actor.merchantId);
    const event = { actor, action: `submerchants.${action}`, recordId: id, before, after, at: clock.now() };
    await recordInBothLogs(tx, event, { merchantId: id, actorName });
  }

  return { create, edit, reinvite, disable, enable };
}

const NOTHING = { short_name: null, contact_name: null, phone: null, email: null, remark: null };

/** The submitted details. @throws {ValidationError} if the name is blank */
function detailsIn(values: Values): Partial<MerchantDetails> {
  const details: Partial<MerchantDetails> = {};
  for (const source of OPTIONAL) {
    if (Object.hasOwn(values, source)) details[source] = optionalTextIn(values, source);
  }
  return Object.hasOwn(values, 'name') ? { ...details, name: textIn(values, 'name') } : details;
}

/** The parent of a new sub-merchant: the actor's own merchant, or a named one below it. */
async function parentIn(tx: Tx, actor: Actor, values: Values): Promise<Submerchant> {
  const id = optionalTextIn(values, 'parent_id');
  if (id === null) return merchantOf(tx, actor.merchantId);
  const refused = (key: string) => new ValidationError({ parent_id: { key } });
  const parent = await submerchantOf(tx, actor, id).catch((error: unknown) => {
    throw error instanceof NotFoundError ? refused('reference_not_found') : error;
  });
  if (await isShutOut(tx, id)) throw refused('submerchant_parent_disabled');
  return parent;
}

async function wrongState(tx: Tx, { merchantId }: Actor, { merchant_id, name }: Submerchant, id: string) {
  const current = await readRecord(tx, SUBMERCHANTS_VIEW, merchantId, merchant_id);
  return new ConflictError({ id, args: { record: name }, current });
}

/**
 * Inserts a merchant that can work immediately: with the parent's currency, time zone and limits, a wallet in each of
 * its currencies, its channels at its rates, an owner role and a menu.
 */
async function insertSubmerchant(
  tx: Tx,
  parent: Selectable<MerchantsTable>,
  details: MerchantDetails,
  now: Date,
): Promise<InsertedMerchant> {
  // The parent's notification URL isn't inherited.
  const own = { parent_id: parent.merchant_id, notify_url: null };
  const inserted = await insertMerchant(tx, { ...parent, ...details, ...own }, now);
  await copyWallets(tx, parent.merchant_id, inserted.id, now);
  await copyChannels(tx, parent.merchant_id, (channel) => ({
    ...channel,
    revision: 1,
    created_at: now,
    updated_at: now,
    merchant_id: inserted.id,
    id: uuidv7({ msecs: now.getTime() }),
  }));
  return inserted;
}

async function copyWallets(tx: Tx, from: string, to: string, now: Date): Promise<void> {
  const wallets = await tx.selectFrom('wallets').where('merchant_id', '=', from).select('currency').execute();
  for (const { currency } of wallets) await openWallet(tx, to, currency, now);
}

async function copyChannels(tx: Tx, from: string, copied: (channel: Channel) => Channel): Promise<void> {
  const channels = await tx
    .selectFrom('channels')
    .where('merchant_id', '=', from)
    .orderBy('code')
    .selectAll()
    .execute();
  await insertRows(tx, 'channels', channels.map(copied));
}
