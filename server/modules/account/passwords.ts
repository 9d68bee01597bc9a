import type { LoginPasswordBody, OwnPasswords, PayPasswordBody } from '#shared/contract/ownPasswords.ts';
import { brokenPayPasswordRules, PAY_PASSWORD_LENGTH } from '#shared/passwords/payPasswordRules.ts';
import { assertFewEntries } from '#server/audit/readAudit.ts';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import { checkOwnPassword } from '#server/credentials/checkOwnPassword.ts';
import { newLoginPasswordProblem } from '#server/credentials/newLoginPasswordProblem.ts';
import { hashPassword, verifyPassword } from '#server/crypto/password.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/schema.ts';
import { updateRow } from '#server/db/rows.ts';
import { ConflictError, type Message, ValidationError } from '#server/errors.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { endSessions } from '../sessions/endSession.ts';
import { lockOwnUser, ownUser } from './ownUser.ts';

const CHANGE_LOGIN = 'users.change_login_password';
const CHANGE_PAY = 'users.change_pay_password';
/** Action of the first payment password, which the user didn't have before. */
const SET_PAY = 'users.set_pay_password';

/** Users change their own passwords. */
export function createOwnPasswords({ db, clock }: { db: Db; clock: Clock }) {
  async function state(actor: Pick<Actor, 'merchantId' | 'userId'>): Promise<OwnPasswords> {
    const { username, pay_password_hash } = await ownUser(db.kysely, actor);
    return { username, has_pay_password: pay_password_hash !== null };
  }

  /** Locks the user row. @throws {ConflictError} if a password has changed since it was verified. */
  async function lockedUser(tx: Tx, actor: Actor, checked: { login?: string; pay?: string | null }) {
    const user = await lockOwnUser(tx, actor);
    const { login = user.password_hash, pay = user.pay_password_hash } = checked;
    if (user.password_hash !== login || user.pay_password_hash !== pay) throw new ConflictError();
    // Limited, because each change reveals whether the new password equals the user's other one.
    const changed = { merchantId: actor.merchantId, resource: 'users', recordId: user.id };
    await assertFewEntries(tx, changed, [CHANGE_LOGIN, CHANGE_PAY, SET_PAY], clock.now());
    return user;
  }

  /**
   * Changes the login password and ends all other sessions.
   * @throws {ValidationError} on `old_password` (like `checkOwnPassword`) or `new_password`
   */
  async function changeLogin(actor: Actor, sessionId: string, body: LoginPasswordBody): Promise<void> {
    const { old_password: password, new_password: chosen } = body;
    const old = await checkOwnPassword({ db, clock }, { ...actor, kind: 'login', password, field: 'old_password' });
    const { username } = await ownUser(db.kysely, actor);
    const refusal = (message: Message) => new ValidationError({ new_password: message });
    const problem = await newLoginPasswordProblem(chosen, username);
    if (problem) throw refusal(problem);
    if (chosen === password) throw refusal({ key: 'password_unchanged' });
    const hash = await hashPassword(chosen);
    await db.transaction(async (tx) => {
      const user = await lockedUser(tx, actor, { login: old });
      if (await verifyPassword(user.pay_password_hash, chosen)) throw refusal({ key: 'password_is_pay_password' });
      const at = clock.now();
      await updateRow(tx, 'users', user, { password_hash: hash, updated_at: at });
      await endSessions(tx, { merchantId: actor.merchantId, userId: actor.userId, except: sessionId }, at);
      await audit(tx, actor, CHANGE_LOGIN, at);
    });
  }

  /**
   * Changes the payment password, or sets the first one.
   * @throws {ValidationError} on `old_pay_password` (if there is one), `login_password` (if not) or `new_pay_password`
   */
  async function changePay(actor: Actor, body: PayPasswordBody): Promise<void> {
    const chosen = body.new_pay_password;
    const { pay_password_hash: old } = await ownUser(db.kysely, actor);
    const refusal = (message: Message) => new ValidationError({ new_pay_password: message });
    const asked =
      old === null
        ? { kind: 'login' as const, password: body.login_password, field: 'login_password' }
        : { kind: 'pay' as const, password: body.old_pay_password, field: 'old_pay_password' };
    const checked = await checkOwnPassword({ db, clock }, { ...actor, ...asked });
    const broken = brokenPayPasswordRules(chosen);
    if (broken.has('length')) throw refusal({ key: 'password_length', args: { ...PAY_PASSWORD_LENGTH } });
    if (broken.has('pattern')) throw refusal({ key: 'pay_password_pattern' });
    if (old !== null && chosen === body.old_pay_password) throw refusal({ key: 'password_unchanged' });
    const hash = await hashPassword(chosen);
    await db.transaction(async (tx) => {
      const user = await lockedUser(tx, actor, old === null ? { login: checked, pay: null } : { pay: checked });
      if (await verifyPassword(user.password_hash, chosen)) throw refusal({ key: 'password_is_login_password' });
      const at = clock.now();
      await updateRow(tx, 'users', user, { pay_password_hash: hash, updated_at: at });
      await audit(tx, actor, old === null ? SET_PAY : CHANGE_PAY, at);
    });
  }

  return { state, changeLogin, changePay };
}

/** Records the action, without passwords or hashes. */
function audit(tx: Tx, actor: Actor, action: string, at: Date): Promise<void> {
  return recordAudit(tx, { actor, action, recordId: actor.userId, at });
}
