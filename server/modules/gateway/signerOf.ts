import { timingSafeEqual } from 'node:crypto';
import type { SignType } from '#shared/gateway/sign.ts';
import { signature } from '#server/crypto/signature.ts';
import { ForbiddenError, SignatureError } from '#server/errors.ts';
import type { ApiCaller } from '#server/modules/apiCalls/service.ts';
import { MOST_TRIED, type Scope, type Signer } from '#server/modules/signingKeys/service.ts';
import { isInRanges } from '#server/network/addressRanges.ts';
import type { ApiCallsTable } from '#server/db/schema.ts';

/** The signature of a call, and the text that it must cover. */
export interface Signed {
  base: string;
  sign: string;
  signType: SignType;
  /** The key that the call names, or undefined if all are to be tried. */
  keyId: string | undefined;
}

/**
 * The key that signed a call, or undefined if none did. Stops at the first match. A call that no key signed takes as long
 * for every merchant, however many keys it has, and for an unknown one.
 */
export function signerOf(call: Signed, signers: readonly Signer[], decoy: Pick<Signer, 'key'>): Signer | undefined {
  const tried = call.keyId === undefined ? signers : signers.filter(({ id }) => id === call.keyId);
  const most = call.keyId === undefined ? MOST_TRIED : 1;
  const given = Buffer.from(call.sign);
  for (let place = 0; place < most; place += 1) {
    const signer = tried[place];
    const isMatch = isEqual(given, Buffer.from(signature(call.base, (signer ?? decoy).key(), call.signType)));
    if (isMatch && signer) return signer;
  }
  return undefined;
}

/** Constant-time comparison. */
function isEqual(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

type CallName = ApiCallsTable['call'];

/** The scope that a call needs. */
const SCOPES: Readonly<Record<CallName, Scope>> = {
  collect: 'collect',
  payout: 'pay',
  refund: 'pay',
  query: 'query',
  list: 'list',
};

/**
 * Checks what a key may do, after the signature of a call was verified with it.
 * @param caller receives the reason of a rejection that is answered like a wrong signature
 * @throws {SignatureError} if the key has ended
 * @throws {ForbiddenError} `key_address` if it may not be used from this address; otherwise `md5_refused` or
 * `key_sign_type` if the merchant or the key doesn't accept MD5; otherwise `key_scope` if not for this call
 */
export function assertAllowed(
  signer: Signer,
  { call, ip, signType, refusesMd5 }: { call: CallName; ip: string; signType: SignType; refusesMd5: boolean },
  caller: ApiCaller,
): void {
  const key = signer.name ?? signer.tail;
  if (signer.ended) {
    caller.because = { field: 'sign', key: `signed_with_ended.${signer.ended}`, args: { key, tail: signer.tail } };
    throw new SignatureError();
  }
  // A stolen key must reveal nothing more than this.
  if (signer.addresses.length > 0 && !isInRanges(ip, signer.addresses)) {
    throw new ForbiddenError('key_address', { key, address: ip });
  }
  if (signType === 'MD5' && refusesMd5) throw new ForbiddenError('md5_refused');
  if (signType === 'MD5' && !signer.allowsMd5) throw new ForbiddenError('key_sign_type', { key });
  if (!signer.scopes.has(SCOPES[call])) throw new ForbiddenError('key_scope', { key, call });
}
