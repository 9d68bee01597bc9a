import { createHash } from 'node:crypto';
import { parseSync } from 'vite';

/**
 * One small change to a program.
 * @typedef {{ line: number, start: number, end: number, from: string, to: string }} Mutant
 * @typedef {{ type: string, start: number, end: number } & Record<string, any>} SyntaxNode
 */

/**
 * Sources that mutants are drawn from, and the tests that must detect them: files, folders or path prefixes.
 * @type {Readonly<Record<string, { sources: string[], tests: string[] }>>}
 */
export const FOLDERS = {
  'server/ledger': {
    sources: ['server/ledger/'],
    tests: ['tests/server/ledger/', 'tests/server/money/businessInvariants', 'tests/server/modules/money/'],
  },
  'server/money': {
    sources: ['server/money/'],
    tests: [
      ...['charge', 'readForm', 'businessInvariants'].map((name) => `tests/server/money/${name}.test`),
      ...['money', 'moneyForms', 'bankcards', 'payees', 'refunds'].map((name) => `tests/server/modules/${name}/`),
    ],
  },
  'server/access': {
    sources: ['server/access/'],
    tests: ['tests/server/access/', 'tests/server/modules/roles/', 'tests/server/modules/menus/'],
  },
  'packages/declaration': {
    sources: ['packages/declaration/src/'],
    tests: ['tests/shared/declaration/'],
  },
  'server/resources': {
    sources: ['listQuery', 'compileFilter', 'predicateSql', 'tableSource', 'summarise'].map(
      (name) => `server/resources/${name}.ts`,
    ),
    tests: [
      'tests/server/resources/parseListQuery',
      'tests/server/resources/stored/records',
      'tests/contracts/declared.test',
      'tests/server/resources/export/',
      'tests/server/modules/orders/orders.test',
    ],
  },
  idempotency: {
    sources: ['server/resources/idempotently.ts'],
    tests: ['tests/server/resources/idempotency/', 'tests/server/modules/money/'],
  },
};

/** @type {Readonly<Record<string, string>>} */
const OPERATORS = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+=': '-=',
  '-=': '+=',
};

/** @type {Readonly<Record<string, string>>} */
const METHODS = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
};

/** Calls that can be dropped, because they return the type that they were called on. */
const LEFT_OUT = ['filter', 'toSorted', 'toReversed', 'trim', 'toLowerCase'];

/**
 * Operators that are written as strings, such as those of queries.
 * @type {Readonly<Record<string, string>>}
 */
const TEXTS = { ...OPERATORS, '=': '<>', '<>': '=', asc: 'desc', desc: 'asc', and: 'or', or: 'and' };

/**
 * All changes of one operator, literal, condition or statement after which the program still parses.
 * @param {string} file its name determines the parser
 * @param {string} text
 * @returns {Mutant[]}
 */
export function mutantsOf(file, text) {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`);
  /** @type {Mutant[]} */
  const found = [];
  for (const { start, end, to } of changesIn(program, text)) {
    const line = text.slice(0, start).split('\n').length;
    found.push({ line, start, end, from: text.slice(start, end), to });
  }
  return found;
}

/**
 * @param {string} text
 * @param {Mutant} mutant
 */
export function applyMutant(text, { start, end, to }) {
  return text.slice(0, start) + to + text.slice(end);
}

/**
 * Draws lines, and one change per line. The same seed draws the same changes from unchanged files, even if other files
 * have grown.
 * @template {Mutant & { file: string }} Placed
 * @param {readonly Placed[]} mutants
 * @param {number} count
 * @param {string} seed
 */
export function drawMutants(mutants, count, seed) {
  const ranked = mutants
    .map((mutant) => {
      const { file, line, start, to } = mutant;
      const rank = createHash('sha256').update(`${seed} ${file} ${start} ${to}`).digest('hex');
      return { mutant, place: `${file}:${line}`, rank };
    })
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1));
  const places = new Set();
  const oneEach = ranked.filter(({ place }) => !places.has(place) && places.add(place));
  return oneEach.slice(0, count).map(({ mutant }) => mutant);
}

/**
 * @param {unknown} value
 * @returns {value is SyntaxNode}
 */
function isNode(value) {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/**
 * @param {unknown} node of a syntax tree, or one of its attributes
 * @param {string} text
 * @returns {Generator<{ start: number, end: number, to: string }>}
 */
function* changesIn(node, text) {
  if (!isNode(node) || node.directive) return;
  // These don't exist at run time.
  if (node.type === 'ImportDeclaration' || /^TS(Type|Interface|Literal)/.test(node.type)) return;
  yield* changesOf(node, text);
  for (const [name, child] of Object.entries(node)) {
    // Property names and module names aren't strings to change, and a directive isn't a statement.
    if ((name === 'key' || name === 'source') && child?.type === 'Literal') continue;
    for (const one of [child].flat()) yield* changesIn(one, text);
  }
}

/**
 * @param {SyntaxNode} node
 * @param {string} text
 * @returns {Generator<{ start: number, end: number, to: string }>}
 */
function* changesOf(node, text) {
  const { start, end } = node;
  /** @param {SyntaxNode} part */
  const textOf = (part) => text.slice(part.start, part.end);
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression': {
      const other = OPERATORS[node.operator];
      const at = text.indexOf(node.operator, node.left.end);
      if (other) yield { start: at, end: at + node.operator.length, to: other };
      return;
    }
    case 'UnaryExpression':
      if (node.operator === '!' || node.operator === '-') yield { start, end, to: textOf(node.argument) };
      return;
    case 'IfStatement':
    case 'ConditionalExpression':
      yield { start: node.test.start, end: node.test.end, to: `!(${textOf(node.test)})` };
      return;
    case 'ExpressionStatement':
    case 'ThrowStatement':
    case 'ContinueStatement':
    case 'BreakStatement':
      yield { start, end, to: ';' };
      return;
    case 'CallExpression': {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.computed) return;
      const { object, property } = callee;
      const other = METHODS[property.name];
      if (other) yield { start: property.start, end: property.end, to: other };
      if (LEFT_OUT.includes(property.name)) yield { start: object.end, end, to: '' };
      return;
    }
    case 'Literal':
      if (typeof node.value === 'boolean') yield { start, end, to: String(!node.value) };
      else if (node.bigint) yield { start, end, to: `${BigInt(node.bigint) + 1n}n` };
      else if (typeof node.value === 'number') yield { start, end, to: String(node.value + 1) };
      else if (typeof node.value === 'string') yield { start, end, to: otherText(node.value) };
  }
}

/** @param {string} text */
function otherText(text) {
  if (Object.hasOwn(TEXTS, text)) return `'${TEXTS[text]}'`;
  return text === '' ? `'mutant'` : `''`;
}
