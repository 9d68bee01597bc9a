import { v7 as uuidv7 } from 'uuid';
import { maskValue } from '@merchant-console/declaration';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { lockTenant } from '#server/db/tenants.ts';
import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { updateRow } from '#server/db/rows.ts';
import { ConflictError, ValidationError } from '#server/errors.ts';
import { cardHash } from '#server/money/cardHash.ts';
import { cardNumberIn, optionalTextIn, textIn } from '#server/money/readForm.ts';
import { auditAccount, changedInAccount, redirectsMoney, waitingEnd } from '#server/money/waitingAccount.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Actor, Target, Values } from '#server/resources/RecordSource.ts';
import { byHash, type Payee, payeeOf } from './findPayee.ts';
import { createPaying, enabledPayeeOf } from './payPayee.ts';

export { enabledPayeeOf };

/** The list's view, with masked numbers and the last payment. */
export const PAYEES_VIEW = 'v_payees';

/** Payee fields in the audit log. */
const SOURCES = ['name', 'card_number', 'bank_name', 'branch_name', 'note', 'status', 'usable_at'] as const;

/** The entered data of a payee, with the full number. */
interface TypedPayee {
  name: string;
  bank_name: string;
  branch_name: string | null;
  card_number: string;
  note: string | null;
}

export type Payees = ReturnType<typeof createPayees>;

/** Payees that a merchant saves for its payments. Functions that write run in the given transaction and lock the tenant. */
export function createPayees(deps: PayeeDeps) {
  return { ...createSaving(deps), ...createChanges(deps), ...createPaying(deps) };
}

interface PayeeDeps {
  clock: Clock;
  cipher: Cipher;
}

function createSaving({ clock, cipher }: PayeeDeps) {
  /** @throws {ValidationError} if a value is invalid or the tenant has a payee of that number */
  async function create(tx: Tx, actor: Actor, values: Values): Promise<Payee> {
    const typed = {
      name: textIn(values, 'name'),
      bank_name: textIn(values, 'bank_name'),
      branch_name: optionalTextIn(values, 'branch_name'),
      card_number: cardNumberIn(values),
      note: optionalTextIn(values, 'note'),
    };
    await lockTenant(tx, actor.merchantId);
    if (await withNumber(tx, actor.merchantId, typed.card_number)) throw exists();
    return insert(tx, actor, typed);
  }

  /**
   * Saves the payee of a payment, unless the tenant has one of that number.
   * @throws {ValidationError} on `card_number` if that one is disabled
   */
  async function save(tx: Tx, actor: Actor, typed: TypedPayee): Promise<{ payee: Payee; isNew: boolean }> {
    await lockTenant(tx, actor.merchantId);
    const saved = await withNumber(tx, actor.merchantId, typed.card_number);
    if (saved?.status === 'disabled') {
      throw new ValidationError({ card_number: { key: 'saved_payee_disabled', args: { payee: saved.name } } });
    }
    return saved ? { payee: saved, isNew: false } : { payee: await insert(tx, actor, typed), isNew: true };
  }

  async function insert(tx: Tx, actor: Actor, { card_number, ...typed }: TypedPayee): Promise<Payee> {
    const at = clock.now();
    const payee: Payee = {
      merchant_id: actor.merchantId,
      id: uuidv7({ msecs: at.getTime() }),
      ...typed,
      ...numberColumns(cipher, actor.merchantId, card_number),
      status: 'enabled',
      usable_at: await waitingEnd(tx, actor.merchantId, at),
      creator_id: actor.userId,
      revision: 1,
      created_at: at,
      updated_at: at,
    };
    await tx.insertInto('payees').values(payee).execute();
    const event = { actor, action: 'payees.create', recordId: payee.id, at };
    await auditAccount(tx, event, SOURCES, { before: null, after: payee });
    return payee;
  }

  /** The saved payee of a card or account number, in digits. */
  function withNumber(db: DbOrTx, merchantId: string, digits: string): Promise<Payee | undefined> {
    return byHash(db, merchantId, cardHash(cipher, merchantId, digits));
  }

  return { create, save };
}

function createChanges({ clock, cipher }: PayeeDeps) {
  /**
   * Fields missing in `values` stay unchanged.
   * @throws {NotFoundError} if there is no such payee
   * @throws {ConflictError} if the revision is outdated; also ValidationError like `create`
   */
  async function update(tx: Tx, actor: Actor, { id, revision }: Target, values: Values): Promise<Payee> {
    const { merchantId } = actor;
    await lockTenant(tx, merchantId);
    const payee = await payeeOf(tx, merchantId, id);
    if (revision !== null && payee.revision !== revision) {
      throw new ConflictError({ current: await readRecord(tx, PAYEES_VIEW, merchantId, id) });
    }
    const has = (source: string) => Object.hasOwn(values, source);
    const number = has('card_number') ? numberColumns(cipher, merchantId, cardNumberIn(values)) : null;
    const isNew = number !== null && number.card_hash !== payee.card_hash;
    if (isNew && (await byHash(tx, merchantId, number.card_hash))) throw exists();
    return change(tx, actor, 'edit', payee, {
      ...(has('name') ? { name: textIn(values, 'name') } : {}),
      ...(has('bank_name') ? { bank_name: textIn(values, 'bank_name') } : {}),
      ...(has('branch_name') ? { branch_name: optionalTextIn(values, 'branch_name') } : {}),
      ...(has('note') ? { note: optionalTextIn(values, 'note') } : {}),
      ...(isNew ? number : {}),
    });
  }

  /** Restarts the waiting period, so that enabling an old payee doesn't allow an immediate payment. */
  async function enable(tx: Tx, actor: Actor, id: string): Promise<Payee> {
    const payee = await lockedIn(tx, actor, id, 'disabled');
    const usable_at = await waitingEnd(tx, actor.merchantId, clock.now());
    return change(tx, actor, 'enable', payee, { status: 'enabled', usable_at });
  }

  async function disable(tx: Tx, actor: Actor, id: string): Promise<Payee> {
    return change(tx, actor, 'disable', await lockedIn(tx, actor, id, 'enabled'), { status: 'disabled' });
  }

  /** Applies and logs the differences. No-op if there are none. */
  async function change(tx: Tx, actor: Actor, action: string, payee: Payee, asked: Partial<Payee>): Promise<Payee> {
    const at = clock.now();
    const wanted = { ...payee, ...asked };
    const after: Payee = {
      ...wanted,
      ...(redirectsMoney(payee, wanted) ? { usable_at: await waitingEnd(tx, actor.merchantId, at) } : {}),
      revision: payee.revision + 1,
      updated_at: at,
    };
    if (changedInAccount(SOURCES, payee, after).length === 0) return payee;
    await updateRow(tx, 'payees', payee, after);
    const event = { actor, action: `payees.${action}`, recordId: payee.id, at };
    await auditAccount(tx, event, SOURCES, { before: payee, after });
    return after;
  }

  return { update, enable, disable };
}

function numberColumns(cipher: Cipher, merchantId: string, digits: string) {
  return {
    card_hash: cardHash(cipher, merchantId, digits),
    card_number: cipher.encrypt(digits),
    card_number_masked: maskValue(digits, 'card'),
  };
}

async function lockedIn(tx: Tx, { merchantId }: Actor, id: string, status: Payee['status']): Promise<Payee> {
  await lockTenant(tx, merchantId);
  const payee = await payeeOf(tx, merchantId, id);
  if (payee.status === status) return payee;
  const current = await readRecord(tx, PAYEES_VIEW, merchantId, id);
  throw new ConflictError({ id: 'not_in_this_state', args: { record: payee.name }, current });
}

const exists = () => new ValidationError({ card_number: { key: 'payee_exists' } });
