import { millisecondsInMinute } from 'date-fns/constants';
import { sql } from 'kysely';
import { LIST_NAMES, SIGNED_NAMES, signedSchema, TIMESTAMP_MINUTES } from '#shared/contract/gateway.ts';
import { type ParametersProblem, readParameters } from '#shared/gateway/readParameters.ts';
import { DEFAULT_SIGN_TYPE } from '#shared/gateway/sign.ts';
import { ambiguityIn, signatureBase } from '#shared/gateway/signatureBase.ts';
import { isOpen } from '#server/access/rightsOf.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { ConflictError, MalformedError, SignatureError, ValidationError } from '#server/errors.ts';
import { parsePart } from '#server/http/parsePart.ts';
import type { ApiCaller } from '#server/modules/apiCalls/service.ts';
import type { Signer, Signers } from '#server/modules/signingKeys/service.ts';
import type { ApiCallsTable } from '#server/db/schema.ts';
import { assertAllowed, type Signed, signerOf } from './signerOf.ts';

/** A well-formed call, not authenticated yet. */
interface ReadCall extends Signed {
  merchantNo: string;
  at: Date;
  nonce: string;
  /** All other non-empty parameters. */
  given: Readonly<Record<string, string>>;
}

const SIGNED = Object.keys(signedSchema.shape);

const WINDOW_MS = TIMESTAMP_MINUTES * millisecondsInMinute;

/** Tenant of unknown merchants, so that their rejection takes the same time. It has no keys. */
const NO_MERCHANT = '00000000-0000-0000-0000-000000000000';

interface GuardDeps {
  db: Db;
  clock: Clock;
  signers: Signers;
}

/** A call with a valid signature. */
interface SignedCall {
  /** The merchant, or its test side: the one whose key signed the call. */
  merchantId: string;
  key: Signer;
  /** The call's own parameters, without the common ones. */
  given: Readonly<Record<string, string>>;
}

/** What is called, and from where as far as the server's proxies tell. */
interface Called {
  call: ApiCallsTable['call'];
  ip: string;
}

/** Counts a call against the merchant's limit. @throws {TooManyRequestsError} if it is exceeded */
type LimitMerchant = (merchantId: string) => Promise<void>;

/**
 * Authenticates calls of merchants' servers: first checks that need no database, then the signature. Only authentic
 * calls count against the merchant's limit and are recorded.
 */
export function createGuard({ db, clock, signers }: GuardDeps) {
  /**
   * @param caller receives the data about the caller as they become known, also if the call is rejected
   * @throws {MalformedError} if the call is malformed or its signed text has two meanings; ValidationError if a common parameter is invalid or the
   * timestamp is off
   * @throws {SignatureError} for an unknown merchant, a disabled one, a wrong signature and an ended key alike
   * @throws {ForbiddenError} `key_address`, `md5_refused`, `key_sign_type` or `key_scope` if the key may not sign this call
   * @throws {TooManyRequestsError} if the merchant's limit is exceeded
   * @throws {ConflictError} `nonce_used` if the nonce was used before
   */
  return async function guard(
    body: string,
    { call: name, ip }: Called,
    limit: LimitMerchant,
    caller: ApiCaller,
  ): Promise<SignedCall> {
    const call = readCall(body, name, caller);
    const now = clock.now();
    if (Math.abs(call.at.getTime() - now.getTime()) > WINDOW_MS) {
      throw new ValidationError({ timestamp: { key: 'timestamp_off', args: { minutes: TIMESTAMP_MINUTES } } });
    }
    const { live, test, refusesMd5 } = await sidesOf(db, call.merchantNo);
    const found = (await signerAmong(call, live)) ?? (await signerAmong(call, test));
    if (!found) {
      if (call.keyId !== undefined) caller.because = { field: 'key_id', key: 'key_id_or_sign', args: {} };
      throw new SignatureError();
    }
    const { merchantId, signer } = found;
    caller.merchantId = merchantId;
    assertAllowed(signer, { call: name, ip, signType: call.signType, refusesMd5 }, caller);
    await limit(merchantId);
    caller.isCounted = true;
    // Until the call's timestamp expires.
    const until = new Date(call.at.getTime() + WINDOW_MS + 1);
    if (!(await useNonce(db, merchantId, call.nonce, { now, until }))) throw new ConflictError({ id: 'nonce_used' });
    await signers.noteUse(merchantId, signer, { at: now, ip });
    return { merchantId, key: signer, given: call.given };
  };

  /** The key of a side that signed the call, with the side's tenant; undefined if none did. */
  async function signerAmong(call: ReadCall, side: string | null): Promise<Found | undefined> {
    const signer = signerOf(call, await signers.signersOf(side ?? NO_MERCHANT), signers.decoy);
    return side === null || signer === undefined ? undefined : { merchantId: side, signer };
  }
}

interface Found {
  merchantId: string;
  signer: Signer;
}

/** The tenants of a merchant number, or null. The key of a call decides between them. */
interface Sides {
  live: string | null;
  test: string | null;
  /** True if the merchant or the platform refuses calls signed with MD5, of both sides. */
  refusesMd5: boolean;
}

async function sidesOf({ kysely }: Db, merchantNo: string): Promise<Sides> {
  const row = await kysely
    .selectFrom('directory as d')
    .innerJoin('merchants as m', 'm.merchant_id', 'd.tenant_id')
    .innerJoin('merchants as p', 'p.merchant_id', 'd.merchant_id')
    .where('d.merchant_id', '=', PLATFORM_ID)
    .where('d.kind', '=', 'merchant_no')
    .where('d.name', '=', merchantNo)
    .where('m.type', '=', 'merchant')
    .where(isOpen('m'))
    .select(['m.merchant_id', 'm.test_merchant_id', 'm.refuse_md5', 'p.refuse_md5 as all_refuse_md5'])
    .executeTakeFirst();
  const sides = { live: row?.merchant_id ?? null, test: row?.test_merchant_id ?? null };
  return { ...sides, refusesMd5: row?.refuse_md5 === true || row?.all_refuse_md5 === true };
}

/**
 * Parses a call's body without the database.
 * @throws {MalformedError} if it is malformed, or `gateway_body.ambiguous` if the text to sign has two meanings
 * @throws {ValidationError} if a common parameter is invalid
 */
function readCall(body: string, call: Called['call'], caller: ApiCaller): ReadCall {
  const parameters = parametersOf(body).filter(([, value]) => value !== '');
  const all = Object.fromEntries(parameters);
  caller.merchantNo = plainNumber(all['merchant_no']);
  const orderNo = NUMBERS.map((name) => all[name]).find((number) => number !== undefined);
  caller.orderNo = plainNumber(orderNo);
  const ambiguity = ambiguityIn(parameters, call === 'list' ? LIST_NAMES : SIGNED_NAMES);
  if (ambiguity) throw new MalformedError('gateway_body.ambiguous', { ...ambiguity });
  const { merchant_no, timestamp, nonce, ...signed } = parsePart('body', signedSchema, all);
  return {
    merchantNo: merchant_no,
    at: momentOf(timestamp),
    nonce,
    signType: signed.sign_type ?? DEFAULT_SIGN_TYPE,
    sign: signed.sign,
    keyId: signed.key_id,
    base: signatureBase(parameters),
    given: Object.fromEntries(parameters.filter(([name]) => !SIGNED.includes(name))),
  };
}

/** Parameters that name an order or refund. The merchant's own numbers come first. */
const NUMBERS = ['merchant_refund_no', 'merchant_order_no', 'refund_no', 'order_no'];

/** The value if it is a valid number; null for other texts, which name no record. */
function plainNumber(text: string | undefined): string | null {
  return text !== undefined && /^[A-Za-z0-9._:-]{1,64}$/.test(text) ? text : null;
}

function parametersOf(body: string) {
  const read = readable(body);
  if ('problem' in read) {
    const { problem, ...where } = read;
    throw new MalformedError(`gateway_body.${problem}`, where);
  }
  // A lone surrogate has no UTF-8 bytes to sign.
  const odd = read.parameters.find((parameter) => parameter.some((text) => /\p{Surrogate}/u.test(text)));
  if (odd) throw new MalformedError('gateway_body.encoding');
  return read.parameters;
}

function readable(body: string): ReturnType<typeof readParameters> {
  try {
    return readParameters(body);
  } catch (error) {
    // Arrays nested deeper than the stack allows.
    if (error instanceof RangeError) return { problem: 'no_object' } satisfies ParametersProblem;
    throw error;
  }
}

/** A time of a call: seconds since 1970, or ISO 8601. */
export function momentOf(timestamp: string): Date {
  return new Date(/^\d+$/.test(timestamp) ? Number(timestamp) * 1000 : timestamp);
}

/** Records a nonce. @returns false if it was used before */
async function useNonce(
  { kysely }: Pick<Db, 'kysely'>,
  merchantId: string,
  nonce: string,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into gateway_nonces (merchant_id, nonce, expires_at) values (${merchantId}, ${nonce}, ${until})
    on conflict (merchant_id, nonce) do update set expires_at = excluded.expires_at
    where gateway_nonces.expires_at <= ${now}
    returning nonce`.execute(kysely);
  return rows.length === 1;
}

/** Deletes nonces whose timestamps have expired. Runs hourly. */
export async function forgetExpiredNonces({ kysely }: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  await kysely.deleteFrom('gateway_nonces').where('expires_at', '<=', now).execute();
}
