import { z } from 'zod';
import { errorDataSchema } from '@merchant-console/protocol';
import { sign, type SignType } from '#shared/gateway/sign.ts';
import { signatureBase } from '#shared/gateway/signatureBase.ts';
import type { AppOptions } from '#server/AppOptions.ts';
import type { Db } from '#server/db/connect.ts';
import { createMerchantKeys } from '#server/modules/signingKeys/merchantKeys.ts';
import { startWorld, type World, type WorldOptions } from '#tests/support/world.ts';

export type Parameters = Readonly<Record<string, string>>;

export interface Answer {
  status: number;
  code: number;
  msg: string;
  data: Record<string, unknown>;
}

/** The server, and merchants' servers that sign their calls. */
export interface GatewayWorld extends World {
  merchantId(merchantNo: string): Promise<string>;
  /** The current key of a merchant. */
  keyOf(merchantNo: string): Promise<string>;
  /** The parameters that every call has, with a new nonce each time. */
  common(merchantNo: string): Parameters;
  signed(parameters: Parameters, key: string, type?: SignType): Parameters;
  /** Signs a call for a merchant and sends it as JSON. */
  ask(call: string, parameters: Parameters, merchantNo?: string): Promise<Answer>;
  /** Sends the parameters unchanged. */
  send(call: string, parameters: Parameters, form?: boolean): Promise<Answer>;
  post(call: string, payload: string | Buffer, type?: string): Promise<Answer>;
}

const answerSchema = z.object({ code: z.int(), msg: z.string(), data: z.record(z.string(), z.unknown()) });

/** A merchant of the demo with money and channels. */
export const MERCHANT = 'M100001';
export const OTHER = 'M100002';

/** @param more `database`: that of another world, for a second server on it; `resources`: more declarations */
export async function gatewayWorld(
  kind: Db['kind'],
  app: Partial<AppOptions> = {},
  more: Pick<WorldOptions, 'database' | 'resources'> = {},
): Promise<GatewayWorld> {
  const world = await startWorld(kind, { app, ...more });
  const { db, clock, cipher } = world;
  const keys = createMerchantKeys({ db, clock, cipher, maxGraceHours: 0 });
  let nonces = 0;

  async function merchantId(merchantNo: string): Promise<string> {
    const found = db.kysely.selectFrom('merchants').where('merchant_no', '=', merchantNo).where('type', '<>', 'test');
    return (await found.select('merchant_id').executeTakeFirstOrThrow()).merchant_id;
  }
  async function keyOf(merchantNo: string): Promise<string> {
    const [key] = await keys.usableKeys(await merchantId(merchantNo));
    return key?.key ?? '';
  }
  function common(merchant_no: string): Parameters {
    nonces += 1;
    return { merchant_no, timestamp: clock.now().toISOString(), nonce: `nonce-${String(nonces).padStart(4, '0')}` };
  }
  function signed(parameters: Parameters, key: string, type: SignType = 'HMAC-SHA256'): Parameters {
    const typed = { ...parameters, sign_type: type };
    return { ...typed, sign: sign(signatureBase(Object.entries(typed)), key, type) };
  }
  async function post(call: string, payload: string | Buffer, type = 'application/json'): Promise<Answer> {
    const headers = { 'content-type': type };
    const answer = await world.app.inject({ method: 'POST', url: `/gateway/${call}`, headers, payload });
    return { status: answer.statusCode, ...answerSchema.parse(answer.json()) };
  }
  const send = (call: string, parameters: Parameters, form = false) =>
    form
      ? post(call, new URLSearchParams(parameters).toString(), 'application/x-www-form-urlencoded')
      : post(call, JSON.stringify(parameters));
  return {
    ...world,
    merchantId,
    keyOf,
    common,
    signed,
    send,
    post,
    ask: async (call, parameters, merchantNo = MERCHANT) =>
      send(call, signed({ ...common(merchantNo), ...parameters }, await keyOf(merchantNo))),
  };
}

/** The machine-readable part of a rejection. */
export function refusalOf({ status, data }: Answer) {
  const { error, reasons } = errorDataSchema.parse(data);
  return reasons ? { status, error, reasons } : { status, error };
}

/** Returns a text of a response. Fails if the value isn't one. */
export function textOf(value: unknown): string {
  return z.string().parse(value);
}
