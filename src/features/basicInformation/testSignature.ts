import { explainSignature, type SignCause } from './explainSignature.ts';
import { readParameters, type ParametersProblem } from '#shared/gateway/readParameters.ts';
import { isSignType, sign, type SignType } from '#shared/gateway/sign.ts';
import { isSigned, signatureBase, type Parameter } from '#shared/gateway/signatureBase.ts';

/** Lone surrogates, which can't be encoded and therefore not signed. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

export interface Typed {
  parameters: string;
  /** Used if the parameters don't contain a type. */
  type: SignType;
  key: string;
  /** The signature to explain, or '' for the one among the parameters. */
  given: string;
}

export interface Tested {
  type: SignType;
  /** Where the type comes from: the parameters, the choice that was added to them, or the default. */
  typeIs: 'said' | 'added' | 'default';
  base: string;
  /** Names of parameters that are not signed. */
  leftOut: { sign: boolean; empty: readonly string[] };
  /** Null without a key. */
  expected: string | null;
  given: string;
  /** Null without a key or a signature to compare. */
  causes: readonly SignCause[] | null;
  /** True if the key doesn't consist of 32 lower-case hexadecimal digits, as the platform's keys do. */
  isOddKey: boolean;
}

export type TestProblem = ParametersProblem | { problem: 'unknown_type'; name: string };

/** Computes the signature of parameters as the gateway does, and explains how another signature differs. */
export function testSignature(typed: Typed): Tested | TestProblem {
  const read = readParameters(typed.parameters);
  if ('problem' in read) return read;
  const said = valueOf(read.parameters, 'sign_type');
  if (said !== '' && !isSignType(said)) return { problem: 'unknown_type', name: said };
  const type = isSignType(said) ? said : typed.type;
  const isAdded = said === '' && type !== 'MD5';
  const added: Parameter[] = isAdded ? [['sign_type', type]] : [];
  const parameters = [...read.parameters.filter(([name]) => !isAdded || name !== 'sign_type'), ...added];
  const encoded = read.encoded && [...read.encoded.filter(([name]) => !isAdded || name !== 'sign_type'), ...added];
  const base = signatureBase(parameters);
  const key = typed.key.trim().replaceAll(LONE_SURROGATE, '');
  const given = typed.given === '' ? valueOf(read.parameters, 'sign') : typed.given;
  return {
    type,
    base,
    given,
    typeIs: said === '' ? (isAdded ? 'added' : 'default') : 'said',
    leftOut: {
      sign: read.parameters.some(([name]) => name === 'sign'),
      empty: parameters.filter((one) => one[0] !== 'sign' && !isSigned(one)).map(([name]) => name),
    },
    expected: key === '' ? null : sign(base, key, type),
    causes: key === '' || given === '' ? null : explainSignature({ parameters, encoded, key, type, given }).causes,
    isOddKey: key !== '' && !/^[0-9a-f]{32}$/.test(key),
  };
}

function valueOf(parameters: readonly Parameter[], wanted: string): string {
  return parameters.find(([name]) => name === wanted)?.[1] ?? '';
}
