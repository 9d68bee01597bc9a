import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import { kindOf } from './kindOf.ts';

/** Words that other formats use for the values of this one. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['varchar', 'text'],
  ['textarea', 'longtext'],
  ['number', 'integer'],
  ['double', 'decimal'],
  ['float', 'decimal'],
  ['currency', 'money'],
  ['percent', 'rate'],
  ['select', 'enum'],
  ['choice', 'enum'],
  ['timestamp', 'datetime'],
  ['relation', 'reference'],
  ['password', 'secret'],
  ['object', 'json'],
  ['groups', 'group'],
  ['embedded', 'group'],
  ['array', 'texts'],
  ['list', 'texts'],
]);

/** The finding for a value outside a closed set. */
export function valueFinding(path: Path, value: unknown, options: readonly string[]): Finding {
  if (path.length === 1 && path[0] === 'version') return finding('R029', path, { value: JSON.stringify(value) });
  const [only] = Array.isArray(value) && value.length === 1 ? value.map(String) : [];
  if (only !== undefined && options.includes(only)) {
    return finding('R014', path, { expected: 'text', received: kindOf(value) }, { suggestion: only });
  }
  const suggestion = typeof value === 'string' ? meant(value, options) : undefined;
  return finding('R015', path, { value: String(value), options: options.join(', ') }, { suggestion });
}

function meant(value: string, options: readonly string[]): string | undefined {
  const known = ELSEWHERE.get(value.toLowerCase());
  return known !== undefined && options.includes(known) ? known : nearest(value, options);
}
