import type { Filter } from '@merchant-console/protocol';
import { isSortable } from '../../fieldTraits.ts';
import { listFilter } from '../../listFilter.ts';
import type { Predicate } from '../../predicate.ts';
import type { Sort } from '../../recordList.ts';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import { ALWAYS_SORTABLE } from '../references/checkList.ts';
import { checkPredicate, comparisonsOf } from '../references/checkPredicate.ts';
import type { Subject } from '../Subject.ts';
import type { DeclarationSet } from './DeclarationSet.ts';

/** R206: there is no such resource. R460: a dashboard has no records. */
export function unknownResource(reference: string, path: Path, { names, named }: DeclarationSet): Finding[] {
  if (named(reference)?.subject.declaration.kind !== undefined) return [finding('R460', path, { reference })];
  if (names.has(reference)) return [];
  return [finding('R206', path, { reference }, { suggestion: nearest(reference, [...names]) })];
}

/** The resource as another file refers to it: R207 names it beside a field that it lacks. */
export function asOther(subject: Subject): Subject {
  const reference = subject.declaration.name;
  return {
    ...subject,
    undeclared: (source, path) =>
      subject
        .undeclared(source, path)
        .map(({ suggestion }) => finding('R207', path, { source, reference }, { suggestion })),
  };
}

interface Listed {
  reference: string;
  sort?: Sort | undefined;
  filter?: Predicate | undefined;
  summary?: readonly string[] | undefined;
}

/** R270: the other list can't be sorted like that. */
export function checkOrder({ reference, sort }: Listed, other: Subject, path: Path): Finding[] {
  if (!sort || ALWAYS_SORTABLE.includes(sort.field)) return [];
  const place = [...path, 'sort', 'field'];
  const field = other.fields.get(sort.field);
  if (!field) return other.undeclared(sort.field, place);
  return isSortable(field) ? [] : [finding('R270', place, { source: field.source, reference })];
}

/**
 * R258: the other list can't be filtered like that.
 * @param isPossible false if the filter has something that is already decided
 */
export function checkFilter(
  { reference, filter }: Listed,
  other: Subject,
  path: Path,
  isPossible: (filter: Filter) => boolean = () => true,
): Finding[] {
  if (!filter) return [];
  const place = [...path, 'filter'];
  const wrong = checkPredicate({ fields: other.fields, undeclared: other.undeclared }, filter, place, 'user');
  if (wrong.length > 0) return wrong;
  // A field with a mistake of its own may have the filter.
  if (comparisonsOf(filter, place).some(({ comparison }) => !other.fields.has(comparison.field))) return [];
  const found = listFilter(filter, [...other.fields.values()]);
  return found && isPossible(found) ? [] : [finding('R258', place, { reference })];
}

/** R271: the other list has no such sum. */
export function checkSummed({ reference, summary = [] }: Listed, other: Subject, path: Path): Finding[] {
  return summary.flatMap((source, at) => notSummed(source, { reference, other, path: [...path, 'summary', at] }));
}

export function notSummed(
  source: string,
  { reference, other, path }: { reference: string; other: Subject; path: Path },
): Finding[] {
  if (!other.fields.has(source)) return other.undeclared(source, path);
  const isSummed = other.declaration.list?.summary?.includes(source) ?? false;
  return isSummed ? [] : [finding('R271', path, { source, reference })];
}
