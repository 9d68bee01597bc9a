import { signedSchema } from '#shared/contract/gateway.ts';
import { readParameters, type ParametersProblem } from '#shared/gateway/readParameters.ts';
import { DEFAULT_SIGN_TYPE, type SignType } from '#shared/gateway/sign.ts';
import { signatureBase } from '#shared/gateway/signatureBase.ts';
import { MalformedError } from '#server/errors.ts';
import { parsePart } from '#server/http/parsePart.ts';

/** A call as it came, well formed and not believed yet. */
export interface ReadCall {
  merchantNo: string;
  at: Date;
  nonce: string;
  signType: SignType;
  sign: string;
  /** What `sign` must have been made of. */
  base: string;
  /** All other parameters that have a value. */
  given: Readonly<Record<string, string>>;
}

const SIGNED = Object.keys(signedSchema.shape);

/**
 * Reads a call's body without asking the database for anything.
 * @throws MalformedError; ValidationError on the parameters that every call has
 */
export function readCall(body: string): ReadCall {
  const parameters = parametersOf(body).filter(([, value]) => value !== '');
  const all = Object.fromEntries(parameters);
  const { merchant_no, timestamp, nonce, sign_type = DEFAULT_SIGN_TYPE, sign } = parsePart('body', signedSchema, all);
  return {
    ...{ merchantNo: merchant_no, at: momentOf(timestamp), nonce, signType: sign_type, sign },
    base: signatureBase(parameters),
    given: Object.fromEntries(parameters.filter(([name]) => !SIGNED.includes(name))),
  };
}

function parametersOf(body: string) {
  const read = readable(body);
  if ('problem' in read) {
    const { problem, ...where } = read;
    throw new MalformedError(`gateway_body.${problem}`, where);
  }
  // Half of a surrogate pair has no bytes that could be signed.
  const odd = read.parameters.find((parameter) => parameter.some((text) => /\p{Surrogate}/u.test(text)));
  if (odd) throw new MalformedError('gateway_body.encoding');
  return read.parameters;
}

function readable(body: string): ReturnType<typeof readParameters> {
  try {
    return readParameters(body);
  } catch (error) {
    // Arrays in arrays, deeper than a reader can follow.
    if (error instanceof RangeError) return { problem: 'no_object' } satisfies ParametersProblem;
    throw error;
  }
}

function momentOf(timestamp: string): Date {
  return new Date(/^\d+$/.test(timestamp) ? Number(timestamp) * 1000 : timestamp);
}
