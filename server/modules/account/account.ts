import { type NotificationKind, notificationKindSchema, traitsOf } from '#shared/contract/notifications.ts';
import type { ContactBody, Account } from '#shared/contract/account.ts';
import { checkValue, type Field, isTimeZone } from '@merchant-console/declaration';
import type { Language } from '@merchant-console/declaration/languages';
import { roleNames } from '#server/access/rightsOf.ts';
import { type AuditSide, recordAudit } from '#server/audit/recordAudit.ts';
import { merchantOf, type UserKey } from '#server/db/tenants.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, ForbiddenError, type Message, ValidationError } from '#server/errors.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { Services } from '#server/services.ts';
import { lockOwnUser, ownUser } from './ownUser.ts';

/** A user and their permissions. */
interface AccountHolder extends UserKey {
  permissions: ReadonlySet<string>;
}

type NotificationChoice = { kind: NotificationKind; is_on: boolean };

/** Same rules as where administrators edit users. */
const CONTACT: readonly Field[] = [
  { source: 'phone', type: 'text', maxLength: 40 },
  { source: 'email', type: 'text', format: 'email', maxLength: 200 },
];

/** Users' own account data and settings, without credentials. */
export function createAccounts(deps: Pick<Services, 'db' | 'clock' | 'recoveryCodes' | 'sendMail'>) {
  const { db, clock, recoveryCodes, sendMail } = deps;

  const maySendStatements = ({ permissions }: Pick<AccountHolder, 'permissions'>) =>
    sendMail !== null && permissions.has('statements.export');

  async function show(holder: AccountHolder): Promise<Account> {
    const { username, real_name, phone, email, revision, time_zone, ...user } = await ownUser(db.kysely, holder);
    const { time_zone: tenant_time_zone } = await merchantOf(db.kysely, holder.merchantId);
    return {
      username,
      real_name,
      phone,
      email,
      revision,
      time_zone,
      tenant_time_zone,
      roles: await roleNames(db.kysely, holder.merchantId, holder.userId),
      recovery_codes_left: await recoveryCodes.left(db.kysely, holder),
      notifications: notificationKindSchema.options.flatMap((kind) => {
        const { permissions, isSecurity = false } = traitsOf(kind);
        if (permissions && !permissions.some((key) => holder.permissions.has(key))) return [];
        return [{ kind, is_on: isSecurity || !user.muted_notifications.includes(kind), is_security: isSecurity }];
      }),
      statement_mail: maySendStatements(holder) ? { language: user.statement_mail_language } : null,
    };
  }

  /**
   * @throws {ValidationError} on `phone` or `email` if it is invalid
   * @throws {ConflictError} if the user has been changed in the meantime
   */
  async function changeContact(actor: Actor, { revision, ...sent }: ContactBody): Promise<void> {
    const values = { phone: sent.phone?.trim() || null, email: sent.email?.trim() || null };
    const problems: Record<string, Message> = {};
    for (const field of CONTACT) {
      const problem = checkValue(field, field.source === 'phone' ? values.phone : values.email);
      if (problem) problems[field.source] = problem;
    }
    if (Object.keys(problems).length > 0) throw new ValidationError(problems);
    await db.transaction(async (tx) => {
      const { phone, email, revision: present } = await lockOwnUser(tx, actor);
      if (present !== revision) throw new ConflictError();
      if (phone === values.phone && email === values.email) return;
      await store(tx, actor, { ...values, revision: revision + 1 });
      await audit(tx, actor, { phone, email }, values);
    });
  }

  /**
   * @param timeZone null for the merchant's time zone
   * @throws {ValidationError} on `time_zone` if it doesn't exist
   */
  async function chooseTimeZone(actor: Actor, timeZone: string | null): Promise<void> {
    if (timeZone !== null && !isTimeZone(timeZone)) {
      throw new ValidationError({ time_zone: { key: 'invalid_value', args: { value: timeZone } } });
    }
    await db.transaction(async (tx) => {
      const { time_zone: before } = await lockOwnUser(tx, actor);
      if (before === timeZone) return;
      await store(tx, actor, { time_zone: timeZone });
      await audit(tx, actor, { time_zone: before }, { time_zone: timeZone });
    });
  }

  /** @throws {ValidationError} on `kind` if it concerns security, which can't be switched off */
  async function chooseNotifications(actor: Actor, { kind, is_on: isOn }: NotificationChoice): Promise<void> {
    if (traitsOf(kind).isSecurity) throw new ValidationError({ kind: { key: 'read_only' } });
    await db.transaction(async (tx) => {
      const { muted_notifications: before } = await lockOwnUser(tx, actor);
      const others = before.filter((one) => one !== kind);
      const after = isOn ? others : [...others, kind].toSorted();
      if (before.includes(kind) !== isOn) return;
      await store(tx, actor, { muted_notifications: JSON.stringify(after) });
      await audit(tx, actor, { [kind]: !isOn }, { [kind]: isOn });
    });
  }

  /**
   * Monthly statements by email. They keep the language, because the server doesn't know it when it sends them.
   * @param language null to turn them off
   * @throws {ForbiddenError} if the user may not export statements, or the server sends no email
   */
  async function chooseStatementMail(actor: Actor, holder: AccountHolder, language: Language | null): Promise<void> {
    if (language !== null && !maySendStatements(holder)) throw new ForbiddenError();
    await db.transaction(async (tx) => {
      const { statement_mail_language: before } = await lockOwnUser(tx, actor);
      if (before === language) return;
      await store(tx, actor, { statement_mail_language: language });
      await audit(tx, actor, { statement_mail_language: before }, { statement_mail_language: language });
    });
  }

  interface Change {
    phone?: string | null;
    email?: string | null;
    time_zone?: string | null;
    revision?: number;
    muted_notifications?: string;
    statement_mail_language?: Language | null;
  }
  async function store(tx: Tx, { merchantId, userId }: Actor, change: Change) {
    await tx
      .updateTable('users')
      .set({ ...change, updated_at: clock.now() })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', userId)
      .execute();
  }

  function audit(tx: Tx, actor: Actor, before: AuditSide, after: AuditSide): Promise<void> {
    return recordAudit(tx, { actor, action: 'users.edit', recordId: actor.userId, before, after, at: clock.now() });
  }

  return { show, changeContact, chooseTimeZone, chooseNotifications, chooseStatementMail };
}
