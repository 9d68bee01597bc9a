import type { Selectable } from 'kysely';
import type { DbOrTx, PayeesTable } from '#server/db/schema.ts';
import { idOrNone } from '#server/db/rows.ts';
import { orNotFound } from '#server/errors.ts';

export type Payee = Selectable<PayeesTable>;

/** @throws {NotFoundError} if the tenant has no such payee */
export async function payeeOf(db: DbOrTx, merchantId: string, id: string): Promise<Payee> {
  const payees = db.selectFrom('payees').where('merchant_id', '=', merchantId).selectAll();
  return orNotFound(await payees.where('id', '=', idOrNone(id)).executeTakeFirst());
}

/** The saved payee of the hash of a number, see `cardHash`. */
export function byHash(db: DbOrTx, merchantId: string, hash: string): Promise<Payee | undefined> {
  const payees = db.selectFrom('payees').where('merchant_id', '=', merchantId).selectAll();
  return payees.where('card_hash', '=', hash).executeTakeFirst();
}
