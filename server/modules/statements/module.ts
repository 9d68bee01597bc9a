import { subMinutes } from 'date-fns/subMinutes';
import { sql } from 'kysely';
import { statement, statementEntries, statementExport } from '#shared/contract/statements.ts';
import { addDays, dayInZone, firstOfMonth, startOfDay } from '#shared/format/timeZone.ts';
import { recordAudit } from '#server/audit/recordAudit.ts';
import { accountOf } from '#server/db/tenants.ts';
import { languageOf } from '#server/i18n/translators.ts';
import { actorOf } from '#server/resources/CallDeps.ts';
import { currencyDataOf } from '#server/resources/export/createExporter.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { Services } from '#server/services.ts';
import type { Db } from '#server/db/connect.ts';
import { notify } from '#server/modules/notifications/service.ts';
import type { Module } from '../Module.ts';
import { createStatements } from './service.ts';
import { entriesFile, pdfFile, statementFile } from './statementFile.ts';

export const statementsModule: Module = {
  routes(router, { db, clock, translators, streamFile }) {
    const statements = createStatements({ db, clock });
    const recorded = auditOf({ db, clock });
    router.signedIn(statement, ({ session: { merchantId }, query }) => statements.read(merchantId, query));

    router.signedIn(statementExport, async ({ session, query: { format, ...query }, request }) => {
      const actor = actorOf(session, request);
      const language = languageOf(request);
      const words = { language, translate: translators[language], own: await currencyDataOf(db, actor) };
      if (format === 'pdf') {
        return streamFile(actor.merchantId, async () => {
          const read = await statements.readWithLines(actor.merchantId, query);
          const userName = await userNameOf(db, actor);
          await recorded(actor, 'statements.export', { format, ...read.statement.period, currency: query.currency });
          return pdfFile(db, read, { ...words, userName });
        });
      }
      const read = await statements.read(actor.merchantId, query);
      const file = await statementFile(read, format, words);
      await recorded(actor, 'statements.export', { format, ...read.period, currency: query.currency });
      return file;
    });

    router.signedIn(statementEntries, async ({ session, query: { format, ...query }, request }) => {
      const actor = actorOf(session, request);
      const words = { translate: translators[languageOf(request)], own: await currencyDataOf(db, actor) };
      return streamFile(actor.merchantId, async () => {
        const read = await statements.readWithLines(actor.merchantId, query);
        await recorded(actor, 'statements.export_entries', { format, ...read.statement.period, currency: query.currency }); // prettier-ignore
        return entriesFile(db, read, format, words);
      });
    });
  },

  maintain: announceStatements,
};

interface Exported {
  format: string;
  from: string;
  to: string;
  currency: string | undefined;
}

/** Records an export. Call it before the first byte is sent, so that no export goes unrecorded. */
function auditOf({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  return (actor: Actor, action: string, { currency = '', ...exported }: Exported): Promise<void> =>
    db.transaction((tx) =>
      recordAudit(tx, { actor, action, recordId: '', after: { ...exported, currency }, at: clock.now() }),
    );
}

/** The name of the user who requests a document, printed on it. */
async function userNameOf(db: Services['db'], { merchantId, userId }: Actor): Promise<string> {
  const { real_name, username } = await db.kysely
    .selectFrom('users')
    .where('merchant_id', '=', accountOf(merchantId))
    .where('id', '=', userId)
    .select(['real_name', 'username'])
    .executeTakeFirstOrThrow();
  return real_name ?? username;
}

/** Wait after the end of a month, in minutes, because calls that began before midnight may still be booked. */
const GRACE_MINUTES = 10;

/**
 * Announces the statement of the last month to the users of each merchant, after the month has ended in the merchant's
 * time zone. Each month is announced once, also if several processes run at the same time. Merchants without any ledger
 * line are skipped.
 */
export async function announceStatements(db: Db, now: Date): Promise<void> {
  const zones = await db.kysely.selectFrom('merchants').where('type', '=', 'merchant').select('time_zone').distinct().execute(); // prettier-ignore
  for (const { time_zone: zone } of zones) {
    const month = lastMonth(subMinutes(now, GRACE_MINUTES), zone);
    for (const merchantId of await merchantsWithout(db, month, zone)) await announce(db, merchantId, month, now);
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
    select m.merchant_id from merchants m
    where m.type = 'merchant' and m.time_zone = ${zone}
      and exists (select from ledger_lines l where l.merchant_id = m.merchant_id and l.created_at < ${end})
      and not exists (
        select from statement_announcements a where a.merchant_id = m.merchant_id and a.month = ${from}::date)`.execute(
    kysely,
  );
  return rows.map(({ merchant_id }) => merchant_id);
}

async function announce(db: Db, merchantId: string, { from, to }: Month, at: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const added = await tx
      .insertInto('statement_announcements')
      .values({ merchant_id: merchantId, month: from, announced_at: at })
      .onConflict((conflict) => conflict.columns(['merchant_id', 'month']).doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n) return;
    await notify(tx, { merchantId, kind: 'statement_ready', data: { resource: 'statements', from, to }, at });
  });
}
