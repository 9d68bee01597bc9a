import { subMinutes } from 'date-fns/subMinutes';
import { sql } from 'kysely';
import { addDays, dayInZone, firstOfMonth, startOfDay } from '@merchant-console/declaration';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/schema.ts';
import { notify } from '#server/modules/notifications/service.ts';
import { addMails } from '../mails/service.ts';

/** Wait after the end of a month, in minutes, because calls that began before midnight may still be booked. */
const GRACE_MINUTES = 10;

/**
 * Announces the statement of the last month to the users of each merchant, after the month has ended in the merchant's
 * time zone. Each month is announced once, also if several processes run at the same time. Merchants without any ledger
 * line are skipped.
 * @param options.byMail true to send the statement by email as well, to the users who want that
 */
export async function announceStatements(db: Db, now: Date, options: { byMail: boolean }): Promise<void> {
  const zones = await db.kysely.selectFrom('merchants').where('type', '=', 'merchant').select('time_zone').distinct().execute(); // prettier-ignore
  for (const { time_zone: zone } of zones) {
    const month = lastMonth(subMinutes(now, GRACE_MINUTES), zone);
    for (const merchantId of await merchantsWithout(db, month, zone)) {
      await announce(db, merchantId, month, { at: now, ...options });
    }
  }
}

interface Month {
  from: string;
  to: string;
}

/** The month before that of `moment`. */
function lastMonth(moment: Date, zone: string): Month {
  const to = addDays(firstOfMonth(dayInZone(moment, zone)), -1);
  return { from: firstOfMonth(to), to };
}

/** Merchants of a time zone that have ledger lines up to the month's end, and no announcement of the month. */
async function merchantsWithout({ kysely }: Db, { from, to }: Month, zone: string): Promise<string[]> {
  const end = startOfDay(addDays(to, 1), zone);
  const { rows } = await sql<{ merchant_id: string }>`
    select w.merchant_id from merchants m join wallets w on w.merchant_id = m.merchant_id and w.currency = m.currency
    where m.type = 'merchant' and m.time_zone = ${zone}
      and exists (select from ledger_lines l where l.merchant_id = w.merchant_id and l.created_at < ${end})
      and not exists (
        select from statement_announcements a where a.merchant_id = w.merchant_id and a.month = ${from}::date)`.execute(
    kysely,
  );
  return rows.map(({ merchant_id }) => merchant_id);
}

async function announce(
  db: Db,
  merchantId: string,
  { from, to }: Month,
  { at, byMail }: { at: Date; byMail: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const added = await tx
      .insertInto('statement_announcements')
      .values({ merchant_id: merchantId, month: from, announced_at: at })
      .onConflict((conflict) => conflict.columns(['merchant_id', 'month']).doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n) return;
    await notify(tx, { merchantId, kind: 'statement_ready', data: { resource: 'statements', from, to }, at });
    if (byMail) await mailStatements(tx, merchantId, from, at);
  });
}

/** Queues the month's statement for each user who wants it by email. The worker checks who may have it. */
async function mailStatements(tx: Tx, merchantId: string, month: string, at: Date): Promise<void> {
  const wanting = await tx
    .selectFrom('users')
    .where('merchant_id', '=', merchantId)
    .where('statement_mail_language', 'is not', null)
    .select('id')
    .execute();
  const userIds = wanting.map(({ id }) => id);
  await addMails(tx, { kind: 'statement', merchantId, userIds, month, data: {}, at });
}
