import { filterOf } from '../../fieldSchema.ts';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { DeclarationSet, Member } from './DeclarationSet.ts';

/** R206 to R209: what a file says of other resources. */
export function checkRelated({ subject }: Member, set: DeclarationSet): Finding[] {
  const { declaration } = subject;
  const forms = (declaration.actions ?? []).map(({ form = [] }, at) => ({
    fields: form,
    path: ['actions', at, 'form'],
  }));
  const references = [{ fields: declaration.fields, path: ['fields'] }, ...forms].flatMap(({ fields, path }) =>
    fields.flatMap((field, at) =>
      field.type === 'reference' ? unknownResource(field.reference, [...path, at, 'reference'], set) : [],
    ),
  );
  const lists = (declaration.show?.related ?? []).flatMap((related, at) => {
    const path: Path = ['show', 'related', at];
    const unknown = unknownResource(related.reference, [...path, 'reference'], set);
    return unknown.length > 0 ? unknown : checkRelatedList(related, declaration.name, path, set);
  });
  return [...references, ...lists];
}

function unknownResource(reference: string, path: Path, { names }: DeclarationSet): Finding[] {
  if (names.has(reference)) return [];
  return [finding('R206', path, { reference }, { suggestion: nearest(reference, [...names]) })];
}

interface Related {
  reference: string;
  target: string;
  columns?: string[] | undefined;
}

/** The other list is narrowed by its target, and has the columns that are shown. */
function checkRelatedList(
  { reference, target, columns = [] }: Related,
  name: string,
  path: Path,
  { named }: DeclarationSet,
) {
  const other = named(reference)?.subject;
  if (!other) return [];
  const place = [...path, 'target'];
  const field = other.fields.get(target);
  const missing = columns.flatMap((source, at) =>
    elsewhere(other.undeclared(source, []), reference, [...path, 'columns', at]),
  );
  if (!field) return [...elsewhere(other.undeclared(target, []), reference, place), ...missing];
  if (field.type !== 'reference' || field.reference !== name) {
    return [finding('R208', place, { source: target, reference, name }), ...missing];
  }
  const isOpen = filterOf(field) !== undefined;
  return [...(isOpen ? [] : [finding('R209', place, { source: target, reference })]), ...missing];
}

function elsewhere(undeclared: readonly Finding[], reference: string, path: Path): Finding[] {
  return undeclared.map(({ args, suggestion }) =>
    finding('R207', path, { source: args['source'] ?? '', reference }, { suggestion }),
  );
}
