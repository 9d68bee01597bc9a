import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entriesOf } from '#server/audit/readAudit.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

describe('the choice of monthly statements by email', () => {
  let world: World;
  beforeAll(async () => {
    const mail = {
      server: { host: 'mail.example', port: 465, isSecure: true, auth: null },
      from: { name: '', address: 'a@pay.example' },
    };
    world = await startWorld(USUAL_DATABASE, { orders: 20, app: { mail } });
  });
  afterAll(() => world.close());

  async function choiceOf(username: string, language = 'en', isOn?: boolean) {
    const { login_token: token } = await world.signIn(username);
    const change = { method: 'PUT', url: '/prod-api/own-account/statement-mail', payload: { is_on: isOn } } as const;
    const request = isOn === undefined ? { url: '/prod-api/own-account' } : change;
    const answer = await world.call({ ...request, token, headers: { 'accept-language': language } });
    return { status: answer.statusCode, choice: answer.json<{ data: Choice | null }>().data?.statement_mail };
  }

  it('is offered to users who may export statements, and off', async () => {
    expect((await choiceOf('checker')).choice).toEqual({ language: null });
    expect((await choiceOf('operator')).choice).toBeNull();
    expect((await choiceOf('operator', 'en', true)).status).toBe(403);
  });

  it('keeps the language, and is recorded in the audit log', async () => {
    expect((await choiceOf('demo', 'es', true)).choice).toEqual({ language: 'es' });
    expect((await choiceOf('demo', 'ja')).choice).toEqual({ language: 'es' });
    expect((await choiceOf('demo', 'ja', false)).choice).toEqual({ language: null });
    const { kysely } = world.db;
    const { merchant_id, id } = await kysely
      .selectFrom('users')
      .where('username', '=', 'demo')
      .select(['merchant_id', 'id'])
      .executeTakeFirstOrThrow();
    const entries = await entriesOf(kysely, merchant_id, 'users', id).selectAll().limit(2).execute();
    expect(entries.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: 'users.edit', before: { statement_mail_language: 'es' }, after: { statement_mail_language: null } },
      { action: 'users.edit', before: { statement_mail_language: null }, after: { statement_mail_language: 'es' } },
    ]);
  });
});

interface Choice {
  statement_mail: { language: string | null } | null;
}
