import type { z } from 'zod';
import { LONGEST_NAME } from '../../names.ts';
import { valueAt } from '@merchant-console/protocol';
import { finding, type Finding, type Path } from '../Problem.ts';
import { kindNamed, kindOf } from './kindOf.ts';
import { keyFinding } from './keyFindings.ts';
import { keysOf } from './objectsAt.ts';
import { schemaOf } from './schemaOf.ts';
import { textFinding } from './textFinding.ts';
import { typeFindings, unionFindings } from './unionFindings.ts';
import { valueFinding } from './valueFinding.ts';

type Issue = z.core.$ZodIssue;

/**
 * Every deviation of a value from the shape of a declaration. If there is none, `schemaOf` returns a schema that accepts it
 * unchanged.
 */
export function shapeFindings(value: unknown): Finding[] {
  const parsed = schemaOf(value).safeParse(value);
  if (parsed.success) return lostKeys(value, []);
  const found = parsed.error.issues.flatMap((issue) => issueFindings(value, issue, []));
  return found.length > 0 ? withoutMisspelled(found) : [finding('R034', [], {})];
}

/** Zod silently drops this key from maps. */
function lostKeys(value: unknown, path: Path): Finding[] {
  return keysOf(value).flatMap((key) => {
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    const lost = key === '__proto__' ? [finding('R016', here, { value: key, max: LONGEST_NAME }, { at: 'key' })] : [];
    return [...lost, ...lostKeys(valueAt(value, here.slice(-1)), here)];
  });
}

/** Reports a misspelt required key as one mistake, not two. */
function withoutMisspelled(found: readonly Finding[]): Finding[] {
  const meant = found.flatMap(({ id, path, suggestion }) =>
    id === 'R012' && suggestion !== undefined ? JSON.stringify([...path.slice(0, -1), suggestion]) : [],
  );
  return found.filter(({ id, path, args }) => id !== 'R013' || !meant.includes(JSON.stringify([...path, args['key']])));
}

/** @param base path that the issue's paths are relative to */
function issueFindings(value: unknown, issue: Issue, base: Path): Finding[] {
  const path = [...base, ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))];
  const here = valueAt(value, path);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => keyFinding(value, path, key));
  if (issue.code === 'invalid_union' && issue.discriminator !== undefined) return typeFindings(value, path);
  if (here === undefined && path.length > 0) return [missing(path)];
  switch (issue.code) {
    case 'invalid_union':
      return unionFindings(value, issue, path, issueFindings);
    case 'invalid_type':
      return [finding('R014', path, { expected: kindNamed(issue.expected), received: kindOf(here) })];
    case 'invalid_value':
      return [valueFinding(path, here, issue.values.map(String))];
    case 'invalid_format':
      return [textFinding(path, here, issue.format)];
    case 'invalid_key':
      return [{ ...textFinding([], path.at(-1)), path, at: 'key' }];
    case 'too_small':
      return [tooSmall(path, issue)];
    case 'too_big':
      return [tooBig(path, issue)];
    // Only a label without any language has a custom rule.
    case 'custom':
      return keysOf(here).length === 0 ? [finding('R033', path, { options: 'en, zh, es, ja' })] : [];
    default:
      return [finding('R034', path, {})];
  }
}

function missing(path: Path): Finding {
  return finding('R013', path.slice(0, -1), { key: String(path.at(-1)) });
}

function tooSmall(path: Path, { origin, minimum }: z.core.$ZodIssueTooSmall): Finding {
  if (origin === 'string') return finding('R017', path, {});
  if (origin !== 'array') return finding('R019', path, { min: Number(minimum) });
  return minimum === 1 ? finding('R021', path, {}) : finding('R022', path, { count: Number(minimum) });
}

function tooBig(path: Path, { origin, maximum }: z.core.$ZodIssueTooBig): Finding {
  if (origin === 'string') return finding('R018', path, { max: Number(maximum) });
  return origin === 'array'
    ? finding('R022', path, { count: Number(maximum) })
    : finding('R020', path, { max: Number(maximum) });
}
