/**
 * A declared pattern, matched in linear time. JavaScript's own engine backtracks: it takes 10 s to find that 28 letters
 * `a` don't match `(a+)+b`. This one follows all ways through the pattern at once (Thompson's construction). Syntax and
 * meaning are those of a regular expression with the flag `u`, without lookaround and backreferences.
 */
export interface Pattern {
  /** Upper bound. A step takes about 35 ns. */
  stepsPerCharacter: number;
  /** True if the whole text matches. */
  matches: (text: string) => boolean;
}

export type PatternProblem =
  | { problem: 'syntax' }
  /** `part` can't be matched in linear time. */
  | { problem: 'unbounded'; part: string }
  | { problem: 'too_long' };

/** Steps allowed to match one value: about 20 ms. */
const MAX_STEPS = 500_000;
/** Bounds the time to build a pattern for short values, at a few milliseconds. */
const MAX_STEPS_PER_CHARACTER = 2_000;
/** Steps that a class costs, because a regular expression of its own is compiled for it. */
const CLASS_STEPS = 10;

/** Compiles a pattern for values of at most `longest` characters, or says why it can't be used. */
export function compilePattern(source: string, longest: number): Pattern | PatternProblem {
  try {
    // Only parsed, never run.
    void new RegExp(`^(?:${source})$`, 'u');
  } catch {
    return { problem: 'syntax' };
  }
  const parsed = parse(source);
  if ('problem' in parsed) return parsed;
  const stepsPerCharacter = sizeOf(parsed.whole) + parsed.classes * CLASS_STEPS;
  const isTooLong = stepsPerCharacter > MAX_STEPS_PER_CHARACTER || stepsPerCharacter * (longest + 1) > MAX_STEPS;
  if (isTooLong) return { problem: 'too_long' };
  const end: State = { reached: 0 };
  return { stepsPerCharacter, matches: createMatcher(build(parsed.whole, end), end) };
}

/** Letters, digits and `_`: `\b` is between one of them and another character. */
const WORD = /^\w$/;
/** One escape with its backslash. A pair of surrogates is one character. */
const ESCAPE = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u....|x..|c.|.)/suy;
const CLASS = /\[(?:\\.|[^\]\\])*\]/suy;
const LITERAL = /./suy;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/uy;
const GROUP = /\((?:\?:|\?<[^=!>][^>]*>|(?!\?))/uy;
/** Lookaround, modifiers and backreferences. */
const UNBOUNDED = /\(\?<?[=!]|\(\?[^:<]|\\[1-9]\d*|\\k<[^>]*>/uy;

type Test = (char: string) => boolean;
type Assertion = '^' | '$' | '\\b' | '\\B';
type Node =
  | { is: 'char'; test: Test }
  | { is: 'assertion'; assertion: Assertion }
  | { is: 'sequence' | 'choice'; parts: Node[] }
  | { is: 'repeat'; part: Node; min: number; max: number };

interface Parsed {
  whole: Node;
  /** Different classes and escapes. */
  classes: number;
}

/** Reads a pattern that is known to be a valid regular expression. */
function parse(source: string): Parsed | PatternProblem {
  let at = 0;
  let unbounded: string | undefined;
  const tests = new Map<string, Test>();

  const take = (token: RegExp) => {
    token.lastIndex = at;
    const found = token.exec(source);
    at += found?.[0].length ?? 0;
    return found;
  };
  const readChoice = (): Node => {
    const parts = [readSequence()];
    while (source[at] === '|') {
      at++;
      parts.push(readSequence());
    }
    return { is: 'choice', parts };
  };
  const readSequence = (): Node => {
    const parts: Node[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(readRepeat(readTerm()));
    return { is: 'sequence', parts };
  };
  const readRepeat = (part: Node): Node => {
    const [text, sign, least, comma, most] = take(QUANTIFIER) ?? [];
    if (text === undefined) return part;
    if (sign !== undefined) return { is: 'repeat', part, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
    const min = Number(least);
    return { is: 'repeat', part, min, max: comma === undefined ? min : most ? Number(most) : Infinity };
  };
  const readTerm = (): Node => {
    unbounded ??= take(UNBOUNDED)?.[0];
    // The rest is read only to find its end.
    if (unbounded !== undefined) at = source.length;
    if (take(GROUP)) {
      const inner = readChoice();
      at++;
      return inner;
    }
    const token = (take(CLASS) ?? take(ESCAPE) ?? take(LITERAL))?.[0] ?? '';
    if (token === '^' || token === '$' || token === '\\b' || token === '\\B') {
      return { is: 'assertion', assertion: token };
    }
    if (!/^[.[\\]/.test(token)) return { is: 'char', test: (char) => char === token };
    const test = tests.get(token) ?? testOf(token);
    tests.set(token, test);
    return { is: 'char', test };
  };

  const whole = readChoice();
  return unbounded === undefined ? { whole, classes: tests.size } : { problem: 'unbounded', part: unbounded };
}

/** Tests a character by an escape or a class. Remembers the last result, because copies test the same character. */
function testOf(token: string): Test {
  const one = new RegExp(`^${token}$`, 'u');
  let last = '';
  let isMatch = false;
  return (char) => {
    if (char !== last) [last, isMatch] = [char, one.test(char)];
    return isMatch;
  };
}

/** Upper bound of the states that `build` makes. Each copy counts, even of nothing. */
function sizeOf(node: Node): number {
  if (node.is === 'char' || node.is === 'assertion') return 1;
  if (node.is !== 'repeat') return node.parts.reduce((sum, part) => sum + sizeOf(part) + 1, 0);
  const copies = node.max === Infinity ? node.min + 1 : node.max;
  return 1 + copies * (sizeOf(node.part) + 1);
}

interface State {
  /** Absent: a split, which leads to `next` and `other` without a character. */
  test?: Test;
  assertion?: Assertion;
  /** Absent: the end of the pattern. */
  next?: State;
  other?: State;
  /** The last step that reached the state. */
  reached: number;
}

/** Builds the states of a node that lead to `next`, from its end. Returns the first one. */
function build(node: Node, next: State): State {
  switch (node.is) {
    case 'char':
      return { test: node.test, next, reached: 0 };
    case 'assertion':
      return { assertion: node.assertion, next, reached: 0 };
    case 'sequence':
      return node.parts.reduceRight((after, part) => build(part, after), next);
    case 'choice':
      return node.parts.map((part) => build(part, next)).reduce((other, first) => ({ next: first, other, reached: 0 }));
    case 'repeat':
      return buildRepeat(node, next);
  }
}

function buildRepeat({ part, min, max }: Extract<Node, { is: 'repeat' }>, next: State): State {
  let after = next;
  if (max === Infinity) {
    after = { other: next, reached: 0 };
    after.next = build(part, after);
  } else {
    for (let copy = min; copy < max; copy++) after = { next: build(part, after), other: next, reached: 0 };
  }
  for (let copy = 0; copy < min; copy++) after = build(part, after);
  return after;
}

/** Follows all states at once. Each is reached at most once per character. */
function createMatcher(start: State, end: State): Pattern['matches'] {
  let step = 0;
  /** States whose ways on have yet to be followed. */
  const open: State[] = [];

  /** Adds the states with a test that can be reached from `first` without a character. */
  const reach = (first: State, chars: readonly string[], at: number, reached: State[]) => {
    for (let state: State | undefined = first; state; state = open.pop()) {
      if (state.reached === step) continue;
      state.reached = step;
      if (state.test) reached.push(state);
      else if (!state.assertion || holds(state.assertion, chars, at)) {
        if (state.other) open.push(state.other);
        if (state.next) open.push(state.next);
      }
    }
  };

  return (text) => {
    const chars = Array.from(text);
    let states: State[] = [];
    step++;
    reach(start, chars, 0, states);
    for (const [at, char] of chars.entries()) {
      if (states.length === 0) return false;
      const following: State[] = [];
      step++;
      for (const { test, next } of states) {
        if (next && next.reached !== step && test?.(char)) reach(next, chars, at + 1, following);
      }
      states = following;
    }
    return end.reached === step;
  };
}

function holds(assertion: Assertion, chars: readonly string[], at: number): boolean {
  if (assertion === '^') return at === 0;
  if (assertion === '$') return at === chars.length;
  const isBoundary = WORD.test(chars[at - 1] ?? '') !== WORD.test(chars[at] ?? '');
  return isBoundary === (assertion === '\\b');
}
