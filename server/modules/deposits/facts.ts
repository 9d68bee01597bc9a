import { plainText } from '#shared/format/plainText.ts';
import type { Db } from '#server/db/connect.ts';
import { inTenant } from '#server/db/rows.ts';
import { readAvailable } from '#server/ledger/wallets.ts';
import { userInWords } from '#server/money/userInWords.ts';
import type { WireRecord } from '#server/resources/RecordSource.ts';

/** Facts for the operator who confirms a deposit: the requester, and the merchant's balance before and after. */
export async function depositFacts({ kysely }: Db, { id, status, tenant_id }: WireRecord) {
  if (status !== 'pending_payment') return {};
  const merchantId = plainText(tenant_id);
  const { currency, arrival_amount, ...requester } = await kysely
    .selectFrom('deposits as d')
    .leftJoin('users as u', inTenant('u.id', 'd.creator_id'))
    .where('d.merchant_id', '=', merchantId)
    .where('d.id', '=', id)
    .select(['d.currency', 'd.arrival_amount', 'u.username', 'u.real_name'])
    .executeTakeFirstOrThrow();
  const available = await readAvailable(kysely, merchantId, currency);
  return {
    requested_by: userInWords(requester),
    available: available.toString(),
    available_after: (available + arrival_amount).toString(),
  };
}
