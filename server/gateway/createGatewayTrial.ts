import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { NotificationPreview, TriedCall, TriedCallData, TriedRecord } from '#shared/contract/gatewayTrial.ts';
import type { SignType } from '#shared/gateway/sign.ts';
import { type Parameter, signatureBase } from '#shared/gateway/signatureBase.ts';
import type { Clock } from '#server/clock.ts';
import { signature } from '#server/crypto/signature.ts';
import type { Db } from '#server/db/connect.ts';
import { merchantOf } from '#server/db/tenants.ts';
import { ConflictError, NotFoundError } from '#server/errors.ts';
import { newNonce, signedBody } from './notifying/signedBody.ts';
import { GATEWAY_BASE } from '#server/http/limits.ts';
import { findOrder, findPayout, findRefund, findResult } from '#server/modules/gateway/gatewayRecords.ts';
import { type MerchantKeys, tailOf } from '#server/modules/signingKeys/merchantKeys.ts';
import type { Signers } from '#server/modules/signingKeys/service.ts';

const SIGN_TYPE: SignType = 'HMAC-SHA256';

const CONTENT_TYPE = 'application/json; charset=utf-8';

/** Shown length of a response, in characters. The gateway's responses are far shorter. */
const MOST_SHOWN = 16_384;

/** Statuses of orders, payouts and refunds without a result. */
const OPEN = ['pending', 'pending_approval', 'processing'];

const RESOURCES = { collect: 'orders', payout: 'payouts', refund: 'refunds' } as const;

const aboutRecordSchema = z.object({
  data: z.union([
    z.object({ type: z.enum(['collect', 'payout']), order_no: z.string() }),
    z.object({ type: z.literal('refund'), refund_no: z.string() }),
  ]),
});

interface GatewayTrialDeps {
  app: FastifyInstance;
  db: Db;
  clock: Clock;
  keys: Pick<MerchantKeys, 'usableKeys'>;
  signers: Pick<Signers, 'signersOf'>;
  publicUrl: string;
}

/** A call to make, and the ID of the key that signs it; the default key if absent. */
interface TrialOfCall {
  call: TriedCall;
  parameters: Readonly<Record<string, string>>;
  key_id?: string | undefined;
}

/** Acts as an integrator's server: signs calls with a key of a test side, makes them and previews notifications. */
export function createGatewayTrial({ app, db: { kysely }, clock, keys, signers, publicUrl }: GatewayTrialDeps) {
  /**
   * Makes a call like a merchant's server, through the whole gateway.
   * @param given parameters; empty ones are left out
   * @throws {ConflictError} `no_test_key` if the side has no such key
   */
  async function call(
    testMerchantId: string,
    { call: name, parameters: given, key_id }: TrialOfCall,
    from: { ip: string; language: string | undefined },
  ): Promise<TriedCallData> {
    const key = key_id === undefined ? await defaultKey(testMerchantId) : await keyOfId(testMerchantId, key_id);
    const stamp = { ...(await newStamp(testMerchantId)), ...(key_id !== undefined && { key_id }) };
    const filled = Object.entries(given).filter(([, value]) => value !== '');
    const parameters: Parameter[] = [...Object.entries(stamp), ['sign_type', SIGN_TYPE], ...filled];
    const base = signatureBase(parameters);
    const body = JSON.stringify({ ...Object.fromEntries(parameters), sign: signature(base, key, SIGN_TYPE) });
    const path = `${GATEWAY_BASE}/${name}`;
    const start = performance.now();
    const answer = await app.inject({
      method: 'POST',
      url: path,
      payload: body,
      headers: { 'content-type': CONTENT_TYPE, ...(from.language && { 'accept-language': from.language }) },
      remoteAddress: from.ip,
    });
    return {
      url: `${publicUrl}${path}`,
      headers: [['Content-Type', CONTENT_TYPE]],
      body,
      string_to_sign: base,
      key_tail: tailOf(key),
      answer: {
        status: answer.statusCode,
        headers: shownHeaders(answer.headers),
        body: answer.body.slice(0, MOST_SHOWN),
        duration_ms: Math.round(performance.now() - start),
      },
      record: await recordOf(testMerchantId, answer.body),
    };
  }

  /** The notification of a record as it is now. @throws {NotFoundError} @throws {ConflictError} as `call` does */
  async function preview(testMerchantId: string, record: TriedRecord): Promise<NotificationPreview> {
    const found = await findResult(kysely, testMerchantId, record);
    if (!found) throw new NotFoundError();
    const { result, url } = found;
    const key = await defaultKey(testMerchantId);
    const { merchant_no: merchantNo, nonce } = await newStamp(testMerchantId);
    const body = signedBody(result, { merchantNo, at: clock.now(), nonce }, key);
    const posted = z.record(z.string(), z.string().nullable()).parse(JSON.parse(body));
    return {
      url,
      is_final: !OPEN.includes(result.status),
      body,
      string_to_sign: signatureBase(Object.entries(posted).map(([name, value]): Parameter => [name, value ?? ''])),
    };
  }

  async function defaultKey(testMerchantId: string): Promise<string> {
    const [current] = await keys.usableKeys(testMerchantId);
    if (!current) throw new ConflictError({ id: 'no_test_key' });
    return current.key;
  }

  /** Ended keys too, because integrators also test rejections. */
  async function keyOfId(testMerchantId: string, keyId: string): Promise<string> {
    const signer = (await signers.signersOf(testMerchantId)).find(({ id }) => id === keyId);
    if (!signer) throw new ConflictError({ id: 'no_test_key' });
    return signer.key();
  }

  async function newStamp(testMerchantId: string) {
    const { merchant_no } = await merchantOf(kysely, testMerchantId);
    const timestamp = String(Math.floor(clock.now().getTime() / 1000));
    return { merchant_no, timestamp, nonce: newNonce() };
  }

  /** The record that a response is about, or null if it is a rejection. */
  async function recordOf(testMerchantId: string, body: string): Promise<TriedRecord | null> {
    const read = aboutRecordSchema.safeParse(JSON.parse(body));
    if (!read.success) return null;
    const { data } = read.data;
    const find = { collect: findOrder, payout: findPayout, refund: findRefund }[data.type];
    const found = await find(kysely, testMerchantId, data);
    return found ? { resource: RESOURCES[data.type], id: found.id } : null;
  }

  return { call, preview };
}

/** The headers that matter to integrators. */
function shownHeaders(headers: Readonly<Record<string, string | number | string[] | undefined>>): [string, string][] {
  return ['content-type', 'x-request-id', 'retry-after'].flatMap((name): [string, string][] => {
    const value = headers[name];
    return value === undefined ? [] : [[name, [value].flat().join(', ')]];
  });
}
