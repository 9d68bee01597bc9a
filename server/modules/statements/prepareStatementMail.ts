import { recordAudit, systemActor } from '#server/audit/recordAudit.ts';
import { ForbiddenError } from '#server/errors.ts';
import type { Session } from '#server/http/session.ts';
import type { PrepareMail } from '../mails/service.ts';
import { createStatementMails, type MailDeps, periodOf, type Recipient } from './createStatementMails.ts';

type UserRow = { merchant_id: string; user_id: string };

/**
 * Writes the messages with monthly statements to users who want and may have them. Sending one is an export.
 * @param sessionOf a session without a token; throws ForbiddenError if the user can't sign in
 */
export function prepareStatementMail(deps: MailDeps, sessionOf: (user: UserRow) => Promise<Session>): PrepareMail {
  const { db } = deps;
  const write = createStatementMails(deps);

  /** Undefined if the user can't sign in or may not export statements, or doesn't want or can't receive emails. */
  async function recipientOf(user: UserRow): Promise<(Recipient & { username: string }) | undefined> {
    if (!(await mayExport(user))) return undefined;
    const { username, email, statement_mail_language } = await db.kysely
      .selectFrom('users')
      .where('merchant_id', '=', user.merchant_id)
      .where('id', '=', user.user_id)
      .select(['username', 'email', 'statement_mail_language'])
      .executeTakeFirstOrThrow();
    if (email === null || statement_mail_language === null) return undefined;
    return { username, address: email, language: statement_mail_language };
  }

  async function mayExport(user: UserRow): Promise<boolean> {
    try {
      return (await sessionOf(user)).permissions.has('statements.export');
    } catch (error) {
      if (error instanceof ForbiddenError) return false;
      throw error;
    }
  }

  return async ({ month, ...job }) => {
    const recipient = month === null ? undefined : await recipientOf(job);
    if (!recipient || month === null) return null;
    const { username } = recipient;
    return {
      mail: await write({ ...job, month }, recipient),
      async record(tx, at) {
        const after = { format: 'pdf', ...periodOf({ month }), currency: '', username };
        const actor = systemActor(job.merchant_id);
        await recordAudit(tx, { actor, action: 'statements.export', recordId: '', after, at });
      },
    };
  };
}
