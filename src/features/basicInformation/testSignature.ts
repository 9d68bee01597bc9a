import { SIGNED_NAMES } from '#shared/contract/gateway.ts';
import { readParameters, type Parameters, type ParametersProblem } from '#shared/gateway/readParameters.ts';
import { SIGN_TYPES, hmacHex, isSignType, md5Hex, sign, type SignType } from '#shared/gateway/sign.ts';
import {
  ambiguityIn,
  type Ambiguity,
  byName,
  isSigned,
  joined,
  signatureBase,
  type Parameter,
} from '#shared/gateway/signatureBase.ts';

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

export type TestProblem =
  ParametersProblem | { problem: 'unknown_type'; name: string } | ({ problem: 'ambiguous' } & Ambiguity);

/** Computes the signature of parameters as the gateway does, and explains how another signature differs. */
export function testSignature(typed: Typed): Tested | TestProblem {
  const read = readParameters(typed.parameters);
  if ('problem' in read) return read;
  const ambiguity = ambiguityIn(read.parameters, SIGNED_NAMES);
  if (ambiguity) return { problem: 'ambiguous', ...ambiguity };
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

/** Common mistakes in signing. */
type Mistake =
  | 'values_encoded'
  | 'values_trimmed'
  | 'not_sorted'
  | 'sorted_by_letter'
  | 'empty_signed'
  | 'type_not_signed'
  | 'key_glued'
  | 'key_appended'
  | 'key_missing'
  | 'key_upper_case';

/** A difference between a given signature and the correct procedure. */
export type SignCause =
  | { cause: Mistake | 'whitespace' | 'lower_case' | 'no_hex' | 'unknown' }
  | { cause: 'other_type'; type: SignType }
  | { cause: 'not_signed'; name: string }
  | { cause: 'length'; expected: number; found: number };

interface Explained {
  /** Empty if the given signature is correct. */
  causes: readonly SignCause[];
  expected: string;
}

interface Asked extends Parameters {
  key: string;
  type: SignType;
  /** The signature to explain, as entered. */
  given: string;
}

/** Explains why a signature differs from the correct one, by trying the common mistakes. */
export function explainSignature(asked: Asked): Explained {
  const { parameters, key, type, given } = asked;
  const expected = sign(signatureBase(parameters), key, type);
  if (given === expected) return { expected, causes: [] };
  const written = given.replaceAll(/\s/g, '');
  const wanted = written.toUpperCase();
  const spelling: SignCause[] = [
    ...(written === given ? [] : [{ cause: 'whitespace' } as const]),
    ...(written === wanted ? [] : [{ cause: 'lower_case' } as const]),
  ];
  if (wanted === expected) return { expected, causes: spelling };
  const made = mistakesOf(asked, wanted);
  if (made) return { expected, causes: [...made, ...spelling] };
  if (!/^[0-9A-F]*$/.test(wanted)) return { expected, causes: [{ cause: 'no_hex' }] };
  if (wanted.length !== expected.length) {
    return { expected, causes: [{ cause: 'length', expected: expected.length, found: wanted.length }] };
  }
  return { expected, causes: [{ cause: 'unknown' }] };
}

/** A variant of one step and its mistake, or null for the correct variant. */
type Way<T> = readonly [mistake: Mistake | null, way: T];

type Prepare = (parameters: readonly Parameter[]) => readonly Parameter[];
type Hash = (base: string, key: string) => string;

const same: Prepare = (parameters) => parameters;

const ORDERS: readonly Way<Prepare>[] = [
  [null, (parameters) => parameters.toSorted(byName)],
  ['not_sorted', same],
  [
    'sorted_by_letter',
    (parameters) => parameters.toSorted(([a], [b]) => byName([a.toLowerCase(), ''], [b.toLowerCase(), ''])),
  ],
];

const CHOICES: readonly Way<Prepare>[] = [
  [null, (parameters) => parameters.filter(isSigned)],
  ['empty_signed', (parameters) => parameters.filter(([name]) => name !== 'sign')],
  ['type_not_signed', (parameters) => parameters.filter((one) => isSigned(one) && one[0] !== 'sign_type')],
];

const HASHES: Record<SignType, readonly Way<Hash>[]> = {
  MD5: [
    [null, (base, key) => sign(base, key, 'MD5')],
    ['key_glued', (base, key) => md5Hex(base + key)],
    ['key_missing', (base) => md5Hex(base)],
  ],
  'HMAC-SHA256': [
    [null, (base, key) => sign(base, key, 'HMAC-SHA256')],
    ['key_appended', (base, key) => hmacHex(`${base}&key=${key}`, key)],
  ],
};

const KEYS: readonly Way<(key: string) => string>[] = [
  [null, (key) => key],
  ['key_upper_case', (key) => key.toUpperCase()],
];

/** The fewest mistakes that produce this signature, or undefined if no tried combination does. */
function mistakesOf(asked: Asked, wanted: string): SignCause[] | undefined {
  const { parameters, key, type } = asked;
  const found = basesOf(asked).flatMap(([ofBase, base]) =>
    signaturesOf(base, key, type).flatMap(([ofHash, signature]) =>
      signature === wanted ? [[...ofHash, ...ofBase]] : [],
    ),
  );
  const omitted = parameters.find(([name]) => {
    const others = parameters.filter((one) => one[0] !== name);
    return name !== 'sign_type' && sign(signatureBase(others), key, type) === wanted;
  });
  if (omitted) found.push([{ cause: 'not_signed', name: omitted[0] }]);
  return found.toSorted((a, b) => a.length - b.length)[0];
}

function basesOf({ parameters, encoded }: Parameters): [SignCause[], string][] {
  const sources: Way<readonly Parameter[]>[] = [
    [null, parameters],
    ['values_trimmed', parameters.map(([name, value]) => [name, value.trim()])],
    ...(encoded ? [['values_encoded', encoded] as const] : []),
  ];
  return sources.flatMap(([ofSource, source]) =>
    ORDERS.flatMap(([ofOrder, order]) =>
      CHOICES.map(([ofChoice, choose]): [SignCause[], string] => [
        causesOf(ofSource, ofOrder, ofChoice),
        joined(order(choose(source))),
      ]),
    ),
  );
}

function signaturesOf(base: string, key: string, type: SignType): [SignCause[], string][] {
  return SIGN_TYPES.flatMap((hashed) =>
    HASHES[hashed].flatMap(([ofHash, hash]) =>
      KEYS.map(([ofKey, keyOf]): [SignCause[], string] => [
        [...(hashed === type ? [] : [{ cause: 'other_type', type: hashed } as const]), ...causesOf(ofHash, ofKey)],
        hash(base, keyOf(key)),
      ]),
    ),
  );
}

function causesOf(...mistakes: (Mistake | null)[]): SignCause[] {
  return mistakes.flatMap((cause) => (cause === null ? [] : [{ cause }]));
}
