import { v7 as uuidv7 } from 'uuid';
import { maskValue } from '@merchant-console/declaration';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Tx } from '#server/db/schema.ts';
import { updateRow } from '#server/db/rows.ts';
import { ValidationError } from '#server/errors.ts';
import { cardNumberIn, optionalTextIn, textIn } from '#server/money/readForm.ts';
import { auditAccount, changedInAccount, redirectsMoney, waitingEnd } from '#server/money/waitingAccount.ts';
import type { Actor, Target, Values } from '#server/resources/RecordSource.ts';
import { type Bankcard, cardAsSeen, cardIn, lockCards, stateConflict } from './cardTable.ts';

type Change = Partial<Bankcard>;

/** Card fields in the audit log. */
const SOURCES = ['name', 'card_number', 'bank_name', 'branch_name', 'is_default', 'status', 'usable_at'] as const;

/**
 * The cards that a merchant withdraws to. All functions run in the given transaction and lock the tenant. While any
 * card is enabled, exactly one is the default.
 */
export function createBankcards({ clock, cipher }: { clock: Clock; cipher: Cipher }) {
  /** @throws {ValidationError} if a value is invalid or the tenant has a card of that number */
  async function create(tx: Tx, actor: Actor, values: Values): Promise<Bankcard> {
    const at = clock.now();
    const { merchantId } = actor;
    const cards = await lockCards(tx, cipher, merchantId);
    const card: Bankcard = {
      merchant_id: merchantId,
      id: uuidv7({ msecs: at.getTime() }),
      revision: 1,
      name: textIn(values, 'name'),
      bank_name: textIn(values, 'bank_name'),
      branch_name: optionalTextIn(values, 'branch_name'),
      ...numberColumns(cards, null, cardNumberIn(values)),
      is_default: !cards.some((one) => one.is_default),
      status: 'enabled',
      usable_at: await waitingEnd(tx, merchantId, at),
      created_at: at,
      updated_at: at,
    };
    await tx.insertInto('bankcards').values(card).execute();
    const event = { actor, action: 'bankcards.create', recordId: card.id, at };
    await auditAccount(tx, event, SOURCES, { before: null, after: card });
    return card;
  }

  /**
   * Fields missing in `values` stay unchanged.
   * @throws {NotFoundError} if there is no such card
   * @throws {ConflictError} if the revision is outdated; also ValidationError like `create`
   */
  async function update(tx: Tx, actor: Actor, target: Target, values: Values): Promise<Bankcard> {
    const cards = await lockCards(tx, cipher, actor.merchantId);
    const card = await cardAsSeen(tx, cards, target);
    const has = (source: string) => Object.hasOwn(values, source);
    return change(tx, actor, 'edit', card, {
      ...(has('name') ? { name: textIn(values, 'name') } : {}),
      ...(has('bank_name') ? { bank_name: textIn(values, 'bank_name') } : {}),
      ...(has('branch_name') ? { branch_name: optionalTextIn(values, 'branch_name') } : {}),
      ...(has('card_number') ? numberColumns(cards, card, cardNumberIn(values)) : {}),
    });
  }

  /** Restarts the waiting period, so that enabling an old card doesn't allow an immediate withdrawal. */
  async function enable(tx: Tx, actor: Actor, id: string): Promise<Bankcard> {
    const cards = await lockCards(tx, cipher, actor.merchantId);
    const card = cardIn(cards, id);
    if (card.status === 'enabled') throw await stateConflict(tx, card);
    const is_default = !cards.some((one) => one.is_default);
    const usable_at = await waitingEnd(tx, actor.merchantId, clock.now());
    return change(tx, actor, 'enable', card, { status: 'enabled', is_default, usable_at });
  }

  /** If the card was the default, the oldest enabled card becomes it. */
  async function disable(tx: Tx, actor: Actor, id: string): Promise<Bankcard> {
    const cards = await lockCards(tx, cipher, actor.merchantId);
    const card = cardIn(cards, id);
    if (card.status === 'disabled') throw await stateConflict(tx, card);
    const after = await change(tx, actor, 'disable', card, { status: 'disabled', is_default: false });
    const heir = cards.find((one) => one !== card && one.status === 'enabled');
    if (card.is_default && heir) await change(tx, actor, 'set_default', heir, { is_default: true });
    return after;
  }

  /** @throws {ConflictError} if the card is disabled or already the default */
  async function setDefault(tx: Tx, actor: Actor, id: string): Promise<Bankcard> {
    const cards = await lockCards(tx, cipher, actor.merchantId);
    const card = cardIn(cards, id);
    if (card.status !== 'enabled' || card.is_default) throw await stateConflict(tx, card);
    const former = cards.find((one) => one.is_default);
    if (former) await updateRow(tx, 'bankcards', former, { is_default: false, revision: former.revision + 1 });
    return change(tx, actor, 'set_default', card, { is_default: true });
  }

  /** Applies and logs the differences. No-op if there are none. */
  async function change(tx: Tx, actor: Actor, action: string, card: Bankcard, asked: Change): Promise<Bankcard> {
    const at = clock.now();
    const wanted = { ...card, ...asked };
    const after: Bankcard = {
      ...wanted,
      ...(redirectsMoney(card, wanted) ? { usable_at: await waitingEnd(tx, actor.merchantId, at) } : {}),
      revision: card.revision + 1,
      updated_at: at,
    };
    if (changedInAccount(SOURCES, card, after).length === 0) return card;
    await updateRow(tx, 'bankcards', card, after);
    const event = { actor, action: `bankcards.${action}`, recordId: card.id, at };
    await auditAccount(tx, event, SOURCES, { before: card, after });
    return after;
  }

  /** @param own the card that gets the number; null for a new one */
  function numberColumns(cards: readonly Bankcard[], own: Bankcard | null, digits: string) {
    const card_hash = cipher.hash('card_number', digits);
    if (own?.card_hash === card_hash) {
      const { card_number, card_number_masked } = own;
      return { card_hash, card_number, card_number_masked };
    }
    if (cards.some((one) => one.card_hash === card_hash)) {
      throw new ValidationError({ card_number: { key: 'card_exists' } });
    }
    return { card_hash, card_number: cipher.encrypt(digits), card_number_masked: maskValue(digits, 'card') };
  }

  return { create, update, enable, disable, setDefault };
}
