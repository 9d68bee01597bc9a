import type { Node } from 'jsonc-parser';
import { toResource, type Resource } from '../resource.ts';
import { NAME_PATTERN } from '../names.ts';
import { valueAt } from '@merchant-console/protocol';
import { PROBLEMS } from './catalogue.ts';
import type { CheckEnvironment } from './CheckEnvironment.ts';
import { finding, type Finding, type Problem, type Path } from './Problem.ts';
import { checkReferences } from './references/checkReferences.ts';
import { prune } from './shape/prune.ts';
import { shapeFindings } from './shape/shapeFindings.ts';
import { createSubject, type Subject } from './Subject.ts';
import { parseText } from './syntax/parseText.ts';
import { createPlaces, keyAt, nodeAt, pointerOf } from './syntax/places.ts';

export interface CheckedDeclaration {
  file: string;
  /** The file's name without folder and extension, which its declaration must have too. */
  name: string;
  problems: Problem[];
  /** Null if there is an error. */
  resource: Resource | null;
  /** Input of later passes, or null if too much is wrong. */
  subject: Subject | null;
  /** Adds positions in the text to findings of later passes. */
  place(findings: readonly Finding[]): Problem[];
}

/**
 * Checks the text of one declaration, as far as this is possible without the other files. Never throws.
 *
 * @param file `suppliers.json`, with or without its folder
 */
export function checkDeclaration(
  file: string,
  text: string,
  { components = {} }: Pick<CheckEnvironment, 'components'> = {},
): CheckedDeclaration {
  const name = nameOf(file);
  const parsed = parseText(text);
  const places = createPlaces(text);
  const toProblem = ({ id, path, args, suggestion }: Finding, offset: number): Problem => ({
    id,
    severity: PROBLEMS[id].severity,
    file,
    ...places(offset),
    pointer: pointerOf(path),
    args,
    ...(suggestion === undefined ? {} : { suggestion }),
  });
  const syntax = parsed.findings.map(([found, offset]) => toProblem(found, offset));
  const { tree } = parsed;
  if (!tree) return { file, name, problems: syntax, resource: null, subject: null, place: () => [] };

  const place = (findings: readonly Finding[]) =>
    findings.map((one) => toProblem(one, (one.at === 'key' ? keyAt : nodeAt)(tree, one.path).offset));
  const value = jsonValue(tree);
  const shape = shapeFindings(value);
  const pruned = prune(value, name);
  const subject = pruned && createSubject(value, pruned, shape, components);
  const references = subject ? [...checkReferences(subject), ...checkName(value, name)] : [];
  const problems = [...syntax, ...place([...shape, ...references])].toSorted(byPlace);
  const isUsable = subject !== null && problems.every(({ severity }) => severity !== 'error');
  return { file, name, problems, resource: isUsable ? toResource(subject.declaration) : null, subject, place };
}

/** R201: a resource's name must be that of its file. */
function checkName(value: unknown, expected: string): Finding[] {
  const name = valueAt(value, ['name']);
  return typeof name === 'string' && name !== expected && NAME_PATTERN.test(name)
    ? [finding('R201', ['name'], { name, expected }, { suggestion: expected })]
    : [];
}

export function byPlace(a: Problem, b: Problem): number {
  return a.line - b.line || a.column - b.column;
}

function nameOf(file: string): string {
  return file.replace(/^.*[\\/]/, '').replace(/\.json$/, '');
}

/** Parameters of other back ends may have any name. */
function isFreeForm([section, , part]: Path): boolean {
  return section === 'endpoints' && ['query', 'body', 'record', 'sums'].includes(String(part));
}

/** The value of a node without keys that begin with `x-`, at any depth. */
function jsonValue(node: Node, path: Path = []): unknown {
  const { type, children = [] } = node;
  if (type === 'array') return children.map((child, at) => jsonValue(child, [...path, at]));
  if (type !== 'object') return node.value;
  const entries = children.flatMap(({ children: [key, value] = [] }): [string, unknown][] => {
    if (!key || !value) return [];
    const name = String(key.value);
    return name.startsWith('x-') && !isFreeForm(path) ? [] : [[name, jsonValue(value, [...path, name])]];
  });
  // Treats "__proto__" as an ordinary key, as JSON.parse does.
  return Object.fromEntries(entries);
}
