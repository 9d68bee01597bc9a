import type { z } from 'zod';
import { valueAt } from '@merchant-console/protocol';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import { keyFinding, keysAt, typesAt } from './keyFindings.ts';
import { kindNamed, kindOf } from './kindOf.ts';
import { keysOf } from './objectsAt.ts';
import { valueFinding } from './valueFinding.ts';

type Issue = z.core.$ZodIssue;
type UnionIssue = z.core.$ZodIssueInvalidUnion;

/** Converts an issue to findings. Its path is relative to `base`. */
type Explain = (value: unknown, issue: Issue, base: Path) => Finding[];

/** Findings for a value that matches no shape of a union: the problems of the shape that was probably meant. */
export function unionFindings(value: unknown, { errors }: UnionIssue, path: Path, explain: Explain): Finding[] {
  const fitting = errors.filter((issues) => !issues.some(isOfAnotherKind));
  const [first] = fitting;
  if (first === undefined) return [kindFinding(value, errors.flat(), path)];
  const meant = fitting.length === 1 ? first : objectFindings(value, fitting, path);
  return meant.flatMap((one) => ('code' in one ? explain(value, one, path) : one));
}

/** @param path to the `type` of a field or view, which is unknown */
export function typeFindings(value: unknown, path: Path): Finding[] {
  const parent = path.slice(0, -1);
  const type = valueAt(value, path);
  const known = keysAt(value, parent);
  const keys = keysOf(valueAt(value, parent)).filter((key) => !known.includes(key));
  const wrong =
    typeof type === 'string'
      ? valueFinding(path, type, typesAt(value, parent))
      : type === undefined
        ? finding('R013', parent, { key: 'type' })
        : finding('R014', path, { expected: 'text', received: kindOf(type) });
  return [wrong, ...keys.map((key) => keyFinding(value, parent, key))];
}

function isOfAnotherKind({ path, code }: Issue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union');
}

/** The value is of a wrong kind, or isn't in the set of allowed values. */
function kindFinding(value: unknown, issues: readonly Issue[], path: Path): Finding {
  const here = valueAt(value, path);
  const values = issues.flatMap((issue) => (issue.code === 'invalid_value' ? issue.values : []));
  const literals = values.map(String);
  const kinds = new Set(issues.flatMap((issue) => (issue.code === 'invalid_type' ? kindNamed(issue.expected) : [])));
  const mayBeText = typeof here === 'string' && values.some((one) => typeof one === 'string');
  // One entry without its brackets, such as `"tenants": "M12345678"`.
  if (mayBeText && kinds.has('list') && nearest(here, literals) === undefined) {
    const suggestion = JSON.stringify([here]);
    return finding('R014', path, { expected: 'list', received: 'text' }, { suggestion });
  }
  if (literals.length > 0 && (kinds.size === 0 || mayBeText)) return valueFinding(path, here, literals);
  return finding('R014', path, { expected: [...kinds].join(' '), received: kindOf(here) });
}

/**
 * Selects the object shape with the fewest missing and excess keys, and returns its issues. If several are equally
 * close, returns a finding instead.
 */
function objectFindings(value: unknown, forms: readonly Issue[][], path: Path): readonly (Issue | Finding)[] {
  const present = keysOf(valueAt(value, path));
  const judged = forms.map((issues) => {
    const tooMany = issues.flatMap((issue) =>
      issue.path.length === 0 && issue.code === 'unrecognized_keys' ? issue.keys : [],
    );
    const lacking = issues.flatMap(({ path: [key, ...rest] }) =>
      key !== undefined && rest.length === 0 && !present.includes(String(key)) ? String(key) : [],
    );
    return { issues, tooMany, lacking, distance: tooMany.length + lacking.length };
  });
  const least = Math.min(...judged.map(({ distance }) => distance));
  const nearestForms = judged.filter(({ distance }) => distance === least);
  const [first] = nearestForms;
  if (!first) return [];
  if (nearestForms.length === 1 || least === 0) return first.issues;
  const lacking = [...new Set(nearestForms.flatMap((form) => form.lacking))];
  const tooMany = [...new Set(nearestForms.flatMap((form) => form.tooMany))].toSorted(
    (a, b) => present.indexOf(a) - present.indexOf(b),
  );
  const [key] = tooMany;
  const last = tooMany.at(-1);
  // Each shape rejects the other's key, so both keys are present.
  if (lacking.length === 0 && key !== undefined && last !== undefined) {
    return [finding('R031', [...path, last], { key: last, other: key }, { at: 'key' })];
  }
  const unknown = tooMany.filter((one) => !keysAt(value, path).includes(one));
  if (unknown.length === 0) return [finding('R030', path, { options: lacking.join(', ') })];
  return unknown.map((one) => keyFinding(value, path, one, lacking));
}
