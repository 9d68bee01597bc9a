import { generate } from 'otplib';
import { envelopeOf } from '#shared/contract/envelope.ts';
import { loginDataSchema } from '#shared/contract/session.ts';
import { DEMO_PASSWORD, DEMO_TOTP_SECRET } from '#server/demo/signIns.ts';

/** Signs in as one of the demo's users, its owner by default. A code works once: for a second time within 30 s there is none. */
export async function signIn(url: string, username = 'demo'): Promise<string> {
  const body = { username, password: DEMO_PASSWORD, totp_code: await generate({ secret: DEMO_TOTP_SECRET }) };
  const answer = await fetch(`${url}/prod-api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return envelopeOf(loginDataSchema).parse(await answer.json()).data.login_token;
}
