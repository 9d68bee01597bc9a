import { explainSign, type SignCause } from '#shared/gateway/explainSign.ts';
import { readParameters, type ParametersProblem } from '#shared/gateway/readParameters.ts';
import { isSignType, sign, type SignType } from '#shared/gateway/sign.ts';
import { isSigned, signatureBase, type Parameter } from '#shared/gateway/signatureBase.ts';

/** Has no bytes that could be signed. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

export interface Typed {
  parameters: string;
  /** What is used where the parameters do not say it. */
  type: SignType;
  key: string;
  /** The signature to be explained; '' for the one among the parameters. */
  given: string;
}

export interface Tested {
  type: SignType;
  /** Whether the parameters say it; else whether it had to be added to them. */
  typeIs: 'said' | 'added' | 'default';
  base: string;
  /** Names of parameters that are not signed. */
  leftOut: { sign: boolean; empty: readonly string[] };
  /** Null until there is a key. */
  expected: string | null;
  given: string;
  /** Null until there is a key and something to compare. */
  causes: readonly SignCause[] | null;
  /** Not the 32 lower-case hexadecimal digits that the platform's keys are. */
  isOddKey: boolean;
}

export type TestProblem = ParametersProblem | { problem: 'unknown_type'; name: string };

/** Makes the signature of parameters as the gateway does, and says in what another one differs. */
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
    causes: key === '' || given === '' ? null : explainSign({ parameters, encoded, key, type, given }).causes,
    isOddKey: key !== '' && !/^[0-9a-f]{32}$/.test(key),
  };
}

function valueOf(parameters: readonly Parameter[], wanted: string): string {
  return parameters.find(([name]) => name === wanted)?.[1] ?? '';
}
