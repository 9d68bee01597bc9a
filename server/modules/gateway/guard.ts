import { millisecondsInMinute } from 'date-fns/constants';
import { sql } from 'kysely';
import { LIST_NAMES, SIGNED_NAMES, signedSchema, TIMESTAMP_MINUTES } from '#shared/contract/gateway.ts';
import { type ParametersProblem, readParameters } from '#shared/gateway/readParameters.ts';
import { DEFAULT_SIGN_TYPE } from '#shared/gateway/sign.ts';
import { ambiguityIn, signatureBase } from '#shared/gateway/signatureBase.ts';
import type { Clock } from '#server/clock.ts';
import { forgetRows } from '#server/db/forgetRows.ts';
import type { Db } from '#server/db/connect.ts';
import { AppError, ConflictError, MalformedError, SignatureError, ValidationError } from '#server/errors.ts';
import { parsePart } from '#server/http/parsePart.ts';
import type { ApiCaller } from '#server/modules/apiCalls/service.ts';
import type { Signer, Signers } from '#server/modules/signingKeys/service.ts';
import type { ApiCallsTable } from '#server/db/schema.ts';
import type { KnownMerchant, KnownMerchants, Side } from './knownMerchants.ts';
import { assertAllowed, type Signed, signerOf } from './signerOf.ts';
import { singleUnder } from './terms.ts';

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

interface GuardDeps {
  db: Db;
  clock: Clock;
  signers: Signers;
  merchants: KnownMerchants;
}

/** A call with a valid signature. */
export interface SignedCall {
  /** The merchant, or its test side: the one whose key signed the call. */
  side: Side;
  key: Signer;
  nonce: Nonce;
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
export function createGuard({ db, clock, signers, merchants }: GuardDeps) {
  /**
   * @param caller receives the data about the caller as they become known, also if the call is rejected
   * @throws {MalformedError} if the call is malformed or its signed text has two meanings; ValidationError if a common parameter is invalid or the
   * timestamp is off
   * @throws {SignatureError} for an unknown merchant, a disabled one, a wrong signature and an ended key alike
   * @throws {ForbiddenError} `key_address`, `md5_refused`, `key_sign_type` or `key_scope` if the key may not sign this call
   * @throws {TooManyRequestsError} if the merchant's limit is exceeded
   * @returns the call, whose nonce the caller must use up, within `underCurrentTerms`
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
    const { side, signer } = await accepted(call, { call: name, ip }, caller);
    const { merchantId } = side;
    if (!caller.isCounted) await limit(merchantId);
    caller.isCounted = true;
    // Until the call's timestamp expires.
    const until = new Date(call.at.getTime() + WINDOW_MS + 1);
    const nonce = new Nonce(db, { side, text: call.nonce, until, now }, () =>
      signers.noteUse(merchantId, signer, { at: now, ip }),
    );
    return { side, key: signer, nonce, given: call.given };
  };

  /** The key of a call that may sign it. A call that what is in memory doesn't accept is judged by the database. */
  async function accepted(call: ReadCall, called: Called, caller: ApiCaller): Promise<Found> {
    try {
      return acceptedBy(merchants.recalled(call.merchantNo), call, called, caller);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      caller.because = null;
      return acceptedBy(await merchants.read(call.merchantNo), call, called, caller);
    }
  }

  /** @throws errors of `assertAllowed`, and a SignatureError if no key has signed the call */
  function acceptedBy(merchant: KnownMerchant, call: ReadCall, { call: name, ip }: Called, caller: ApiCaller): Found {
    const found = signerAmong(call, merchant);
    if (!found) {
      if (call.keyId !== undefined) caller.because = { field: 'key_id', key: 'key_id_or_sign', args: {} };
      throw new SignatureError();
    }
    caller.merchantId = found.side.merchantId;
    const { refusesMd5 } = merchant;
    assertAllowed(found.signer, { call: name, ip, signType: call.signType, refusesMd5 }, caller);
    return found;
  }

  /** The key that signed the call, with its side; undefined if none did. */
  function signerAmong(call: ReadCall, { live, test }: KnownMerchant): Found | undefined {
    for (const side of [live, test]) {
      const signer = signerOf(call, side?.signers ?? [], signers.decoy);
      if (side && signer) return { side, signer };
    }
    return undefined;
  }
}

interface Found {
  side: Side;
  signer: Signer;
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

/** The end of a statement that inserts nonces: returns those that were unused at a time. @param now such as `$1` */
export const UNLESS_USED = (now: string) => `
  on conflict (merchant_id, nonce) do update set expires_at = excluded.expires_at where gateway_nonces.expires_at <= ${now}
  returning nonce`;

const USE_NONCE = `
  insert into gateway_nonces (merchant_id, nonce, expires_at) values ($1, $2, $3) ${UNLESS_USED('$4')}`;

/** Values of a nonce. */
interface NonceValues {
  /** The merchant's side that has signed the call. */
  side: Side;
  text: string;
  /** When it may be used again. */
  until: Date;
  now: Date;
}

/** The nonce of a call, which is used up once, whether the call succeeds or is rejected. */
export class Nonce {
  readonly #db: Db;
  readonly #onUsed: () => Promise<void>;
  #isUsed = false;
  readonly side: Side;
  readonly text: string;
  readonly until: Date;
  readonly now: Date;

  constructor(db: Db, { side, text, until, now }: NonceValues, onUsed: () => Promise<void>) {
    [this.#db, this.side, this.#onUsed] = [db, side, onUsed];
    [this.text, this.until, this.now] = [text, until, now];
  }

  /**
   * Uses it up, unless this call has.
   * @throws {ConflictError} `nonce_used` if an earlier call has used it
   * @throws {ChangedTermsError} if the merchant has changed since it was read
   */
  async use(): Promise<void> {
    if (this.#isUsed) return;
    const { merchantId, terms } = this.side;
    const used = await singleUnder(this.#db, [terms], USE_NONCE, [merchantId, this.text, this.until, this.now]);
    await this.judge(used.length === 1);
  }

  /** Takes the result of another statement that has used it up. @throws {ConflictError} `nonce_used`, see `use` */
  async judge(wasUnused: boolean): Promise<void> {
    this.#isUsed = true;
    if (!wasUnused) throw new ConflictError({ id: 'nonce_used' });
    await this.#onUsed();
  }
}

/** Deletes nonces whose timestamps have expired. Runs hourly. */
export async function forgetExpiredNonces(db: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  await forgetRows(db, 'gateway_nonces', { key: ['nonce'], isOld: sql`old.expires_at <= ${now}` });
}
