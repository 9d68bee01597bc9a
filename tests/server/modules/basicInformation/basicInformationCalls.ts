import { z } from 'zod';
import { basicInformationSchema, type BasicInformation } from '#shared/contract/basicInformation.ts';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import type { World } from '#tests/support/world.ts';

const TOTP_PERIOD = 30;

const answerSchema = z.object({
  msg: z.string(),
  data: z
    .looseObject({
      errors: z.record(z.string(), z.string()).optional(),
      current: basicInformationSchema.optional(),
      key: z.string().optional(),
    })
    .nullable(),
});

/** The page's calls as one user makes them. */
export function basicInformationCalls(world: World, token: string) {
  async function send(method: 'GET' | 'POST', path: string, payload?: object) {
    const answer = await world.call({ method, url: `/prod-api${path}`, token, ...(payload && { payload }) });
    const { data, msg } = answerSchema.parse(answer.json());
    return { status: answer.statusCode, msg, data, errors: data?.errors ?? {} };
  }

  async function info(): Promise<BasicInformation> {
    return basicInformationSchema.parse((await send('GET', '/base-info/get')).data);
  }

  /** A code that has not been used yet. */
  async function code(): Promise<string> {
    world.clock.advance(TOTP_PERIOD);
    return world.totpCode();
  }

  async function regenerate(body: object = {}) {
    const key_id = (await info()).md5_key?.current?.id ?? null;
    return send('POST', '/md5-key/update', {
      key_id,
      pay_password: DEMO_PAY_PASSWORD,
      totp_code: await code(),
      ...body,
    });
  }

  /** Replaces the key and returns the new one. Fails if the call is rejected. */
  async function regenerated(body: object = {}): Promise<string> {
    const { status, msg, data } = await regenerate(body);
    if (status !== 200 || data?.key === undefined) throw new Error(`${status} ${msg} ${JSON.stringify(data)}`);
    return data.key;
  }

  const update = (body: object) => send('POST', '/base-info/update', body);
  const endOld = (key_id: string) => send('POST', '/md5-key/end-old', { key_id });

  return { send, info, code, regenerate, regenerated, update, endOld };
}
