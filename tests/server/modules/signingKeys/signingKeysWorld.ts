import { afterAll, beforeAll, beforeEach } from 'vitest';
import { z } from 'zod';
import type { SignType } from '#shared/gateway/sign.ts';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { sealKey, tailOf } from '#server/modules/signingKeys/merchantKeys.ts';
import type { AppOptions } from '#server/AppOptions.ts';
import type { SigningKeysTable } from '#server/db/schema.ts';
import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { gatewayWorld, MERCHANT, type Parameters, refusalOf } from '../gateway/gatewayWorld.ts';

const answerSchema = z.object({
  msg: z.string(),
  data: z
    .looseObject({
      id: z.string().optional(),
      key: z.string().optional(),
      waits: z.boolean().optional(),
      error: z.string().optional(),
      errors: z.record(z.string(), z.string()).optional(),
    })
    .nullable(),
});

const recordSchema = z.looseObject({ id: z.string(), name: z.string(), status: z.string(), key_tail: z.string() });

/** A merchant's users who manage keys, and its servers that sign with them. */
async function signingKeysWorld(app: Partial<AppOptions>) {
  const world = await gatewayWorld(USUAL_DATABASE, {
    keyGraceHours: 48,
    gateway: { orderMinutes: 30, callsPerMinute: 1_000_000 },
    ...app,
  });
  const merchantId = await world.merchantId(MERCHANT);

  async function send(token: string, path: string, payload?: object) {
    const url = `/prod-api/signing-keys${path}`;
    const answer = await world.call({ method: payload ? 'POST' : 'GET', url, token, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json<unknown>() };
  }

  /** The page's calls as one user makes them. */
  function calls(token: string) {
    async function act(path: string, payload: object) {
      const { status, body } = await send(token, path, payload);
      const { msg, data } = answerSchema.parse(body);
      const { id = '', key = '', errors = {}, error, waits = false } = data ?? {};
      return { status, msg, error, errors, id, key, waits };
    }
    /** Makes a call with the payment password and an unused authenticator code. */
    async function prove(path: string, payload: object) {
      world.clock.advance(30);
      return act(path, { pay_password: DEMO_PAY_PASSWORD, totp_code: await world.totpCode(), ...payload });
    }
    return {
      act,
      add: (values: object) => prove('/add', { may_query: true, ...values }),
      change: (id: string, values: object) => prove(`/${id}/change`, values),
      replace: (id: string, values: object = {}) => prove(`/${id}/replace`, values),
      setVersion: (id: string, gateway_version: string, more: object = {}) =>
        prove(`/${id}/set_version`, { gateway_version, ...more }),
      setLimits: (id: string, values: object) => prove(`/${id}/set_limits`, values),
      approve: (id: string) => prove(`/${id}/approve`, {}),
      reject: (id: string) => act(`/${id}/reject`, { pay_password: DEMO_PAY_PASSWORD }),
      revoke: (id: string) => act(`/${id}/revoke`, {}),
      show: async (id: string) => z.object({ data: recordSchema }).parse((await send(token, `/${id}`)).body).data,
      list: async () =>
        z.object({ data: z.array(recordSchema) }).parse((await send(token, '?range=[0,999]')).body).data,
    };
  }

  /** Inserts a key without the validation of new ones. */
  async function write(
    terms: Partial<Insertable<SigningKeysTable>>,
    ofMerchant = merchantId,
  ): Promise<{ id: string; key: string }> {
    const [id, at] = [uuidv7(), world.clock.now()];
    const key = id.replaceAll('-', '');
    await world.db.kysely
      .insertInto('signing_keys')
      .values({
        merchant_id: ofMerchant,
        id,
        name: id,
        key_value: sealKey(world.cipher.encrypt, id, key),
        key_tail: tailOf(key),
        may_collect: true,
        may_pay: true,
        may_query: true,
        addresses: '',
        sign_types: 'any',
        ends_at: null,
        end_reason: null,
        creator_id: null,
        last_used_at: null,
        last_used_ip: null,
        revision: 1,
        created_at: at,
        updated_at: at,
        ...terms,
      })
      .execute();
    return { id, key };
  }

  /** Calls the gateway from an IP address. Without parameters of its own, an accepted call returns 422. */
  async function callFrom(ip: string, call: string, key: string, parameters: Parameters = {}, type?: SignType) {
    const payload = world.signed({ ...world.common(MERCHANT), ...parameters }, key, type);
    const url = `/gateway/${call}`;
    const answer = await world.app.inject({ method: 'POST', url, payload, remoteAddress: ip });
    const { msg, data } = z.object({ msg: z.string(), data: z.record(z.string(), z.unknown()) }).parse(answer.json());
    return {
      status: answer.statusCode,
      msg,
      error: refusalOf({ status: answer.statusCode, code: 0, msg, data }).error,
    };
  }

  return { ...world, ofMerchant: merchantId, calls, write, callFrom };
}

type SigningKeysWorld = Awaited<ReturnType<typeof signingKeysWorld>>;
type Calls = ReturnType<SigningKeysWorld['calls']>;

export interface OpenedSigningKeys {
  readonly world: SigningKeysWorld;
  /** The owner's calls, in a new session for each test. */
  readonly owner: Calls;
  as(user: string): Promise<Calls>;
}

/**
 * A world shared by the tests of the surrounding `describe`, without keys at the start of each. Available in tests
 * only.
 */
export function openedSigningKeys(app: Partial<AppOptions> = {}): OpenedSigningKeys {
  let world: SigningKeysWorld;
  let owner: Calls;
  const as = async (user: string) => world.calls((await world.signIn(user)).login_token);
  beforeAll(async () => {
    world = await signingKeysWorld(app);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    // Past any rate limit.
    world.clock.advance(3600);
    await world.db.kysely.deleteFrom('pay_password_attempts').execute();
    await world.db.kysely.deleteFrom('signing_keys').execute();
    owner = await as('demo');
  });
  return {
    as,
    get world() {
      return world;
    },
    get owner() {
      return owner;
    },
  };
}

export const HOME = '203.0.113.7';
/** The response to a call that passed the guard: its own parameters are missing. */
export const THROUGH = { status: 422, error: 'validation' };
export const UNSIGNED = { status: 401, error: 'signature_invalid' };
export const outcome = ({ status, error }: { status: number; error: string }) => ({ status, error });
