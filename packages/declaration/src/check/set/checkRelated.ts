import type { Declaration } from '../../declarationSchema.ts';
import { canTake, takenFrom } from '../../newDefaults.ts';
import { acceptsValue } from '../../checkValue.ts';
import { computedOf, filterOf } from '../../fieldTraits.ts';
import { leavesOf } from '../../predicate.ts';
import { readWord } from '../../predicateWords.ts';
import { isMasked } from '../../resource.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import { checkMoments } from '../references/checkShow.ts';
import type { Subject } from '../Subject.ts';
import { asOther, checkFilter, checkOrder, checkSummed, unknownResource } from './checkListed.ts';
import type { DeclarationSet } from './DeclarationSet.ts';
import type { Member } from './Member.ts';

/** R206 to R209 and R215: references to other resources. */
export function checkRelated({ subject, name }: Member, set: DeclarationSet): Finding[] {
  const { declaration } = subject;
  const forms = (declaration.actions ?? []).map(({ form = [] }, at) => ({
    fields: form,
    path: ['actions', at, 'form'],
  }));
  const references = [{ fields: declaration.fields, path: ['fields'] }, ...forms].flatMap(({ fields, path }) =>
    fields.flatMap((field, at) =>
      field.type === 'reference' || field.type === 'references'
        ? unknownResource(field.reference, [...path, at, 'reference'], set)
        : [],
    ),
  );
  const links = declaration.fields.flatMap((field, at) =>
    Object.entries((field.type === 'text' && field.link?.to) || {}).flatMap(([value, resource]) =>
      unknownResource(resource, ['fields', at, 'link', 'to', value], set),
    ),
  );
  const lists = (declaration.show?.related ?? []).flatMap((related, at) => {
    const path: Path = ['show', 'related', at];
    const unknown = unknownResource(related.reference, [...path, 'reference'], set);
    return unknown.length > 0 ? unknown : checkRelatedList(related, [declaration.name, name], path, set);
  });
  return [
    ...references,
    ...checkNew(declaration, set),
    ...checkTaken(subject, set),
    ...links,
    ...lists,
    ...checkOnDelete(declaration, set),
    ...checkOwnSets(declaration, set),
  ];
}

/** R257: records are created beside an input only if they can be created at all. */
function checkNew({ fields }: Declaration, { named }: DeclarationSet): Finding[] {
  return fields.flatMap((field, at) => {
    if ((field.type !== 'reference' && field.type !== 'references') || field.new !== true) return [];
    const other = named(field.reference)?.subject;
    return !other || other.operations.includes('create')
      ? []
      : [finding('R257', ['fields', at, 'new'], { reference: field.reference }, { at: 'key' })];
  });
}

/** R207, R313 and R314: a default from another record has a value of the field's type. */
function checkTaken({ declaration, fields }: Member['subject'], set: DeclarationSet): Finding[] {
  return declaration.fields.flatMap((field, at) => {
    const taken = takenFrom(field);
    const giver = taken && fields.get(taken.reference);
    const other = giver?.type === 'reference' ? set.named(giver.reference)?.subject : undefined;
    if (!taken?.source || giver?.type !== 'reference' || !other) return [];
    const place = ['fields', at, computedOf(field) ? 'computed' : 'default', 'from'];
    const given = other.fields.get(taken.source);
    if (!given)
      return asOther(other)
        .undeclared(taken.source, place)
        .map((one) => ({
          ...one,
          ...(one.suggestion !== undefined && { suggestion: `${taken.reference}.${one.suggestion}` }),
        }));
    if (given.type === 'secret' || isMasked(given))
      return [finding('R314', place, { source: given.source, reference: giver.reference })];
    return canTake(field, given)
      ? []
      : [finding('R313', place, { source: field.source, type: field.type, other: `${given.source} (${given.type})` })];
  });
}

/** R215: this server must store the other records, too, otherwise it doesn't learn of their deletion. */
function checkOnDelete({ fields, storage }: Declaration, { named }: DeclarationSet): Finding[] {
  if (storage !== 'table') return [];
  return fields.flatMap((field, at) => {
    if ((field.type !== 'reference' && field.type !== 'references') || field.onDelete === undefined) return [];
    const other = named(field.reference)?.subject.declaration;
    const isKept = other === undefined || other.storage === 'table';
    return isKept ? [] : [finding('R215', ['fields', at, 'onDelete'], { reference: field.reference }, { at: 'key' })];
  });
}

/** R248: sets of the user's own values are in records that this server stores, and that refer to one user. */
function checkOwnSets({ records = {} }: Declaration, set: DeclarationSet): Finding[] {
  return Object.entries(records).flatMap(([key, predicate]) =>
    (predicate ? leavesOf(predicate, ['records', key]) : []).flatMap(({ leaf, path }) => {
      const word = 'in' in leaf && typeof leaf.in === 'string' ? readWord(leaf.in) : null;
      if (word?.kind !== 'own') return [];
      const place = [...path, 'in'];
      const other = set.named(word.resource)?.subject;
      if (!other) return unknownResource(word.resource, place, set);
      const { fields, declaration } = other;
      const users = [...fields.values()].filter((field) => field.type === 'reference' && field.reference === 'users');
      const isOwn = declaration.storage === 'table' && users.length === 1;
      if (!isOwn) return [finding('R248', place, { reference: word.resource })];
      const field = fields.get(word.source);
      if (!field) return asOther(other).undeclared(word.source, place);
      return isMasked(field) || computedOf(field) ? [finding('R247', place, { source: word.source })] : [];
    }),
  );
}

type Related = NonNullable<NonNullable<Declaration['show']>['related']>[number];

/**
 * The other list is narrowed by its target, and has the fields that are shown.
 * @param own names of the resource: in its file and of its file, which should be the same
 */
function checkRelatedList(
  related: Related,
  own: readonly string[],
  path: Path,
  { named, names }: DeclarationSet,
): Finding[] {
  const { reference, target, source, columns = [], timeline = [], moments } = related;
  const found = named(reference)?.subject;
  if (!found) return [];
  const other = asOther(found);
  const place = [...path, 'target'];
  const field = other.fields.get(target);
  const missing = [
    ...Object.entries({ columns, timeline }).flatMap(([key, sources]) =>
      sources.flatMap((one, at) => (other.fields.has(one) ? [] : other.undeclared(one, [...path, key, at]))),
    ),
    ...checkMoments(other, moments, [...path, 'moments']),
    ...checkListed(related, other, path),
  ];
  if (!field) return [...other.undeclared(target, place), ...missing];
  if (source === undefined && (field.type !== 'reference' || !own.includes(field.reference))) {
    // A broken reference is reported in the related resource's own file.
    const isNamed = field.type === 'reference' && !names.has(field.reference);
    const wrong = finding('R208', place, { source: target, reference, name: own[0] ?? '' });
    return isNamed ? missing : [wrong, ...missing];
  }
  const isOpen = filterOf(field) !== undefined;
  return [...(isOpen ? [] : [finding('R209', place, { source: target, reference })]), ...missing];
}

/** R258, R259, R270 and R271: what the other list or its form is asked for must be possible there. */
function checkListed(related: Related, other: Subject, path: Path): Finding[] {
  const { reference, target, filter, new: isNew } = related;
  const filled = other.fields.get(target);
  return [
    ...checkOrder(related, other, path),
    ...checkFilter({ reference, filter }, other, path, (found) => !Object.hasOwn(found, target)),
    ...checkSummed(related, other, path),
    ...(isNew && !other.operations.includes('create')
      ? [finding('R257', [...path, 'new'], { reference }, { at: 'key' })]
      : []),
    ...(isNew && filled && !acceptsValue(filled, 'create')
      ? [finding('R259', [...path, 'new'], { source: target, reference }, { at: 'key' })]
      : []),
  ];
}
