import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { nearest } from '../nearest.ts';
import { repeated } from './repeated.ts';

/** In a list of field names, each must be declared and none may be repeated. */
export function checkNames(
  { undeclared }: Pick<Subject, 'undeclared'>,
  sources: readonly string[] | undefined,
  path: Path,
): Finding[] {
  if (!sources) return [];
  return [
    ...sources.flatMap((source, at) => undeclared(source, [...path, at])),
    ...repeated(sources).map((at) => finding('R114', [...path, at], { source: sources[at] ?? '' })),
  ];
}

/** R173, unless an action on single records has this key. */
export function checkRowAction({ declaration: { actions = [] } }: Subject, key: string, path: Path): Finding[] {
  const keys = actions.flatMap((action) => ((action.scope ?? 'row') === 'row' ? [action.key] : []));
  return keys.includes(key) ? [] : [finding('R173', path, { key }, { suggestion: nearest(key, keys) })];
}

interface Group {
  fields: readonly string[];
}

/** Like `checkNames`, across all groups of a page. */
export function checkGroups(subject: Subject, groups: readonly Group[] | undefined, path: Path): Finding[] {
  const places = (groups ?? []).flatMap(({ fields }, group) =>
    fields.map((source, at) => ({ source, path: [...path, group, 'fields', at] })),
  );
  const twice = repeated(places.map(({ source }) => source)).flatMap((at) => places[at] ?? []);
  return [
    ...places.flatMap((place) => subject.undeclared(place.source, place.path)),
    ...twice.map((place) => finding('R114', place.path, { source: place.source })),
  ];
}
