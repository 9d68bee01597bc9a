import { generate } from 'otplib';
import { envelopeOf } from '@merchant-console/protocol';
import { loginDataSchema } from '#shared/contract/session.ts';
import { DEMO_PASSWORD, DEMO_TOTP_SECRET } from '#demo/signIns.ts';

/** Signs in as a demo user, by default its owner. A code works once, so a second sign-in within 30 s fails. */
export async function signIn(url: string, username = 'demo'): Promise<string> {
  const body = { username, password: DEMO_PASSWORD, totp_code: await generate({ secret: DEMO_TOTP_SECRET }) };
  const answer = await fetch(`${url}/prod-api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return envelopeOf(loginDataSchema).parse(await answer.json()).data.login_token;
}
