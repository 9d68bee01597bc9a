import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { dashboard } from '#shared/contract/dashboard.ts';
import { moneyFormSchema } from '#shared/contract/moneyForms.ts';
import { DEMO_PASSWORD } from '#demo/signIns.ts';
import { recordAttempt } from '#server/limits/signInAttempts.ts';
import { cardCalls } from '../modules/bankcards/cardCalls.ts';
import { basicInformationCalls } from '../modules/basicInformation/basicInformationCalls.ts';
import { MERCHANT, type GatewayWorld } from '../modules/gateway/gatewayWorld.ts';
import { copyCredentials, userCalls } from '../modules/users/userCalls.ts';
import type { Holds } from './passDay.ts';

const HOUR_MS = 3_600_000;
const USERS = ['demo', 'checker', 'sub', 'tokyo'];
const WRONG_SIGN_INS = 10;
const WRONG_PAY_PASSWORDS = 5;

/** The start of everything with a time limit: 13:00 in Shanghai, 14:00 in Tokyo. */
export const BEGINNING = Date.parse('2026-11-20T05:00:00.000Z');

/**
 * Starts, at one moment of the world's clock, everything with a time limit. Returns a check for each that it still
 * holds.
 */
export async function beginLasting(world: GatewayWorld): Promise<Record<string, Holds>> {
  const users = userCalls(world);
  // Each sign-in, and the new key, needs a new code, 30 seconds after the previous one.
  world.clock.advance((BEGINNING - world.clock.now().getTime()) / 1000 - 30 * (USERS.length + 1));
  const tokens: Record<string, string> = {};
  for (const name of USERS) tokens[name] = (await world.signIn(name)).login_token;
  const { demo = '', checker = '', sub = '', tokyo = '' } = tokens;

  const get = (token: string, path: string) => users.send('GET', path, token);
  const opens = async (token: string, path: string) => (await get(token, path)).status === 200;

  async function isRefused(username: string, password = DEMO_PASSWORD): Promise<boolean> {
    return (await users.signIn(username, await world.totpCode(), password)).status !== 200;
  }
  /** A user's token, renewed every ten hours. */
  function tokenOf(username: string, first: string): () => Promise<string> {
    let [token, since] = [first, world.clock.now().getTime()];
    return async () => {
      if (world.clock.now().getTime() - since > 10 * HOUR_MS) {
        since = world.clock.now().getTime();
        token = users.tokenOf((await users.signIn(username, await world.totpCode(), DEMO_PASSWORD)).data);
      }
      return token;
    };
  }
  const owner = tokenOf('demo', demo);

  async function lockedSignIn(): Promise<Holds> {
    // Recorded directly, because attempts have to wait longer and longer.
    const attempt = { username: 'viewer', network: '127.0.0.1', device: null, isKnown: false };
    for (let tries = 0; tries < WRONG_SIGN_INS; tries += 1) {
      await recordAttempt(world.db, attempt, 'failure', world.clock.now());
    }
    // Failures are also counted for an unknown username, which no successful sign-in ever resets.
    await isRefused('nobody', 'wrong');
    return () => isRefused('viewer');
  }
  async function lockedPayPassword(): Promise<Holds> {
    const cards = cardCalls(world, tokyo);
    const { id } = await cards.made('6222020288887777');
    for (let tries = 0; tries < WRONG_PAY_PASSWORDS; tries += 1) await cards.reveal(id, '000000');
    return async () => (await cards.reveal(id)).status !== 200;
  }
  async function unpaidOrder(): Promise<Holds> {
    await world.ask('collect', { channel: 'cn_qr_yun', merchant_order_no: 'UNPAID', amount: '10077' });
    const order = world.db.kysely.selectFrom('orders').where('merchant_order_no', '=', 'UNPAID').select('status');
    return async () => (await order.executeTakeFirst())?.status === 'pending';
  }
  async function oldKey(): Promise<Holds> {
    const key = await world.keyOf(MERCHANT);
    await basicInformationCalls(world, demo).regenerated();
    const call = { type: 'collect', merchant_order_no: 'UNTOLD' };
    return async () =>
      (await world.send('query', world.signed({ ...world.common(MERCHANT), ...call }, key))).status === 200;
  }
  async function invitation(username: string): Promise<string> {
    const wish = { username, real_name: 'Ana', email: 'a@example.com', role_ids: [await users.roleId(demo, 'Viewer')] };
    return users.linkOf((await users.send('POST', '/users/invite', demo, wish)).data);
  }
  async function resetLink(username: string): Promise<string> {
    await invitation(username);
    await copyCredentials(world, username);
    return users.linkOf((await users.act(demo, username, 'reset_password')).data);
  }
  const works =
    (link: string): Holds =>
    async () =>
      (await users.send('POST', '/enrolment/check', undefined, { token: link.split('#enrol=')[1] })).status === 200;
  async function newCard(): Promise<Holds> {
    const { id } = await cardCalls(world, demo).made('6222020299998888');
    return async () => {
      const { cards } = moneyFormSchema.parse((await get(await owner(), '/withdrawals/form')).data);
      return cards.find((card) => card.id === id)?.state === 'cooling_off';
    };
  }
  async function keyOfCall(): Promise<Holds> {
    const { channels } = moneyFormSchema.parse((await get(demo, '/deposits/form')).data);
    const payload = { channel_id: channels[0]?.id, amount: '1000000', payer_name: 'Ana', remark: 'once' };
    const headers = { 'idempotency-key': randomUUID() };
    const made = async (token: string) => {
      const answer = await world.call({ method: 'POST', url: '/prod-api/deposits', token, headers, payload });
      return z.object({ data: z.object({ id: z.string() }) }).parse(answer.json()).data.id;
    };
    const first = await made(demo);
    return async () => (await made(await owner())) === first;
  }
  async function today(token: () => Promise<string>): Promise<Holds> {
    const begins = async () => dashboard.data.parse((await get(await token(), '/home-info')).data).range.span.from;
    const first = await begins();
    // The dashboard polls in the background, which doesn't extend a session.
    return async () => (await opens(await token(), '/orders')) && (await begins()) === first;
  }

  const key = await oldKey();
  return {
    'a session that nobody uses': () => opens(sub, '/notifications/unread'),
    'a session that is used': () => opens(checker, '/orders'),
    'a locked sign-in': await lockedSignIn(),
    'a locked payment password': await lockedPayPassword(),
    'an order that nobody pays': await unpaidOrder(),
    'a signing key that was replaced': key,
    'the day of a merchant in Tokyo': await today(async () => tokyo),
    'the day of a merchant in Shanghai': await today(owner),
    'an invitation': works(await invitation('ana')),
    'a link for a new password': works(await resetLink('ben')),
    'the waiting period of a card': await newCard(),
    'the answer to a repeated call': await keyOfCall(),
  };
}
