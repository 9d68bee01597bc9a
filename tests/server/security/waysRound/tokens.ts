import { z } from 'zod';
import { CONFIRMATION_REQUIRED } from '@merchant-console/protocol';
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { sql } from 'kysely';
import { MOVES_MONEY, PROVES_ITSELF, WIDENS } from '../../access/callsThatWrite.ts';
import type { Attempt } from './attempt.ts';
import type { Outcome, WaysWorld } from './waysWorld.ts';

const OF_PLATFORM =
  /\/(?:declarations|merchants|merchant-rates|platform-\w+|adjustments|deposit-reviews|withdrawal-reviews|operator-requests)\b/;
const NO_ID = '01990000-0000-7000-8000-000000000000';

/** Bodies without which calls ask for something else. */
const BODIES: Readonly<Record<string, object>> = {
  'PUT /own-account/statement-mail': { is_on: true },
  'POST /payment-requests': { save_payee: true },
  // The present one, so that nothing changes.
  'POST /pay-pwd/update': { new_pay_password: DEMO_PAY_PASSWORD },
};

async function make(w: WaysWorld, call: string, token: string, body: object = {}): Promise<Outcome> {
  const [method = '', path = ''] = call.split(' ');
  if (method !== 'POST' && method !== 'PUT' && method !== 'DELETE') throw new Error(`not a call that writes: ${call}`);
  return w.sendBy(token, method, path.slice(1).replaceAll(/:\w+/g, NO_ID), { ...BODIES[call], ...body });
}

/** Everything about who may act, and where money may go. */
async function widened(w: WaysWorld) {
  const { rows } = await sql<Record<string, unknown>>`
    select (select count(*) from users) as users, (select count(*) from user_roles) as roles,
      (select count(*) from role_permissions) as permissions, (select count(*) from signing_keys) as keys,
      (select count(*) from payees) as payees, (select count(*) from bankcards) as cards,
      (select count(*) from enrolments) as links, (select string_agg(email, ' ' order by id) from users) as emails,
      (select sum(approval_threshold) from merchants) as thresholds,
      (select sum(people_waiting_hours + card_cooling_hours) from merchants) as waits`.execute(w.kysely);
  return rows[0];
}

/** Rule 1: with nothing but a token, each call that widens is refused before anything happens. */
const WIDENING: Attempt[] = Object.keys(WIDENS).map((call) => ({
  path: 'stolen token',
  rule: 1,
  name: call,
  // A payment asks for the payment password before it asks who the payee is.
  held: call === 'POST /payment-requests' ? '422 validation pay_password' : `403 ${CONFIRMATION_REQUIRED}`,
  // Whatever else the call lacks.
  passes: '0 another answer',
  async prepare(w) {
    const user = OF_PLATFORM.test(call) ? 'operator' : 'demo';
    const { login_token: token } = await w.signInUnconfirmed(user);
    return {
      act: () => make(w, call, token),
      satisfy: async () => {},
      probe: () => widened(w),
      async legitimate() {
        const answer = await make(w, call, (await w.signIn(user)).login_token);
        return answer.says === CONFIRMATION_REQUIRED ? answer : { ...answer, status: 0, says: 'another answer' };
      },
    };
  },
}));

const SECRETS: Readonly<Record<string, string>> = {
  pay_password: DEMO_PAY_PASSWORD,
  password: DEMO_PASSWORD,
  old_password: DEMO_PASSWORD,
  login_password: DEMO_PASSWORD,
  old_pay_password: DEMO_PAY_PASSWORD,
};
const CODES = ['totp_code', 'code'];

/** Secrets that a call asks for, whatever else it lacks. */
function secretsAsked({ data }: Outcome): string[] {
  const read = z.object({ errors: z.record(z.string(), z.string()) }).safeParse(data);
  return Object.keys(read.data?.errors ?? {}).filter((field) => field in SECRETS || CODES.includes(field));
}
const aboutSecrets = (answer: Outcome): Outcome =>
  secretsAsked(answer).length > 0
    ? { ...answer, says: 'asks for a secret' }
    : { ...answer, status: 0, says: 'asks for none' };

/** Rule 1: calls that move money or change credentials ask for a secret that a token isn't. */
const PROVING: Attempt[] = [...MOVES_MONEY, ...PROVES_ITSELF].map((call) => ({
  path: 'stolen token',
  rule: 1,
  name: `${call} without a secret`,
  held: '422 asks for a secret',
  passes: '0 asks for none',
  async prepare(w) {
    const user = OF_PLATFORM.test(call) ? 'operator' : 'demo';
    const { login_token: token } = await w.signInUnconfirmed(user);
    let asked: string[] = [];
    return {
      async act() {
        const answer = await make(w, call, token);
        asked = secretsAsked(answer);
        return aboutSecrets(answer);
      },
      satisfy: async () => w.clock.advance(30),
      probe: () => widened(w),
      async legitimate() {
        const code = await w.totpCode();
        return aboutSecrets(
          await make(w, call, token, Object.fromEntries(asked.map((field) => [field, SECRETS[field] ?? code]))),
        );
      },
    };
  },
}));

export const OF_TOKENS: readonly Attempt[] = [...WIDENING, ...PROVING];
