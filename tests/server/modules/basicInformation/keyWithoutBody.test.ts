import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { currentKey } from '#server/modules/signingKeys/merchantKeys.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { basicInformationCalls } from './basicInformationCalls.ts';

describe('a signing key that is replaced by a call without a body', () => {
  let world: World;
  let merchantId: string;
  const log: string[] = [];
  beforeAll(async () => {
    const logTo = { write: (line: string) => void log.push(line) };
    world = await startWorld(USUAL_DATABASE, { orders: 20, app: { logLevel: 'trace', logTo } });
    ({ merchant_id: merchantId } = await world.db.kysely
      .selectFrom('merchants')
      .where('merchant_no', '=', 'M100001')
      .select('merchant_id')
      .executeTakeFirstOrThrow());
  });
  afterAll(() => world.close());

  const keyInForce = () => currentKey(world, merchantId);

  it('is created if the headers confirm it, and once for each code', async () => {
    const { login_token } = await world.signIn('demo');
    const update = (headers: Record<string, string> = {}) =>
      world.call({ method: 'POST', url: '/prod-api/md5-key/update', token: login_token, headers });
    const before = await keyInForce();
    const unconfirmed = await update();
    expect(unconfirmed.statusCode).toBe(422);
    expect(unconfirmed.json<{ data: { errors: object } }>().data.errors).toEqual({
      pay_password: 'Send your payment password as pay_password in the body or in the X-Pay-Password header.',
      totp_code: 'Send a code from your authenticator app as totp_code in the body or in the X-Totp-Code header.',
    });
    expect(await keyInForce()).toBe(before);

    const code = await basicInformationCalls(world, login_token).code();
    expect((await update({ 'x-pay-password': '000000', 'x-totp-code': code })).statusCode).toBe(422);
    const made = await update({ 'x-pay-password': DEMO_PAY_PASSWORD, 'x-totp-code': code });
    expect(made.statusCode).toBe(200);
    const { key } = made.json<{ data: { key: string } }>().data;
    expect(await keyInForce()).toBe(key);
    expect((await update({ 'x-pay-password': DEMO_PAY_PASSWORD, 'x-totp-code': code })).statusCode).toBe(422);
    expect(await keyInForce()).toBe(key);
    expect(log.join('')).not.toContain(DEMO_PAY_PASSWORD);
  });
});
