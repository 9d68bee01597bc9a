import { createScanner, parseTree, type Node, type ParseError } from 'jsonc-parser';
import { finding, type Finding, type Path } from '../Problem.ts';
import { syntaxFinding } from './syntaxFinding.ts';

/** A finding and its offset in the text. */
type Placed = [found: Finding, offset: number];

interface ParsedText {
  /** Null if the text is too broken to interpret. */
  tree: Node | null;
  findings: Placed[];
}

/** For comparison: two hundred fields with all keys take 60,000 characters. */
const LONGEST_TEXT = 1_000_000;
/** For comparison: without nested predicates, no declaration is deeper than 7. */
const DEEPEST = 40;

/** Parses strict JSON, and reports every error that doesn't follow from an earlier one. */
export function parseText(text: string): ParsedText {
  if (text.length > LONGEST_TEXT || depthOf(text) > DEEPEST) {
    return { tree: null, findings: [[finding('R032', [], { characters: LONGEST_TEXT, levels: DEEPEST }), 0]] };
  }
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  const findings = withoutConsequences(
    text,
    errors.map((error) => syntaxFinding(text, error)),
  );
  const isClear = tree !== undefined && (errors.length === 0 || isReadable(text));
  return isClear ? { tree, findings: [...findings, ...repeatedKeys(tree, [])] } : { tree: null, findings };
}

/** True if the only errors are comments, excess commas and bad escapes, which leave the rest unambiguous. */
function isReadable(text: string): boolean {
  const errors: ParseError[] = [];
  parseTree(text, errors, { allowTrailingComma: true });
  return errors.every((error) => syntaxFinding(text, error)[0].id === 'R036');
}

/** Errors after which the parser recovers, at the latest on the next line. */
const RECOVERABLE = new Set(['R001', 'R002', 'R008', 'R009', 'R036']);

/**
 * At most one error per line, and none after an unrecoverable one. A missing bracket is only reported if there is no
 * other error.
 */
function withoutConsequences(text: string, found: readonly Placed[]): Placed[] {
  const certain: Placed[] = [];
  for (const [one, offset] of found) {
    const last = certain.at(-1);
    if (last && (one.id === 'R004' || !/[\r\n]/.test(text.slice(last[1], offset)))) continue;
    certain.push([one, offset]);
    if (!RECOVERABLE.has(one.id)) break;
  }
  return certain;
}

const OPENING = [1, 3];
const CLOSING = [2, 4];
const END_OF_FILE = 17;

/** Iterative, so that no text can exhaust the stack. */
function depthOf(text: string): number {
  const scanner = createScanner(text, true);
  let depth = 0;
  let deepest = 0;
  for (let token: number = scanner.scan(); token !== END_OF_FILE; token = scanner.scan()) {
    if (OPENING.includes(token)) depth += 1;
    if (CLOSING.includes(token)) depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function repeatedKeys({ type, children = [] }: Node, path: Path): Placed[] {
  if (type === 'array') return children.flatMap((child, at) => repeatedKeys(child, [...path, at]));
  if (type !== 'object') return [];
  const seen = new Set<string>();
  return children.flatMap(({ children: [key, value] = [] }) => {
    if (!key || !value) return [];
    const name = String(key.value);
    const here: Path = [...path, name];
    const repeated: Placed[] = seen.has(name)
      ? [[finding('R010', here, { key: name }, { at: 'key' }), key.offset]]
      : [];
    seen.add(name);
    return [...repeated, ...repeatedKeys(value, here)];
  });
}
