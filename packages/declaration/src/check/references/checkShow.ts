import { componentTerms } from '../../keys.ts';
import type { MomentDeclaration } from '../../recordPage.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { checkPlaceholders, namedInTexts, textsOf } from './checkActionTexts.ts';
import { checkGroups, checkNames, checkRowAction } from './checkNames.ts';
import { checkPredicate } from './checkPredicate.ts';

export function checkShow(subject: Subject): Finding[] {
  return [
    ...checkGroups(subject, subject.declaration.show?.groups, ['show', 'groups']),
    ...checkGroupComponents(subject),
    ...checkNames(subject, subject.declaration.show?.reasons, ['show', 'reasons']),
    ...checkAlerts(subject),
    ...checkMoments(subject, subject.declaration.show?.moments, ['show', 'moments']),
    ...checkRelatedSources(subject),
    ...checkRelatedTimelines(subject),
  ];
}

function checkGroupComponents({ declaration, components }: Subject): Finding[] {
  return (declaration.show?.groups ?? []).flatMap(({ component, fields }, at) => {
    const needed = component === undefined ? null : componentTerms(components, 'group', component);
    const missing = needed?.filter((source) => !fields.includes(source)) ?? [];
    const path = ['show', 'groups', at, 'component'];
    return missing.length === 0 ? [] : [finding('R157', path, { key: component ?? '', sources: missing.join(', ') })];
  });
}

function checkRelatedSources(subject: Subject): Finding[] {
  return (subject.declaration.show?.related ?? []).flatMap(({ source }, at) =>
    source === undefined || subject.fields.has(source)
      ? []
      : subject.undeclared(source, ['show', 'related', at, 'source']),
  );
}

/** Needs the timeline that it adds to. A field of the record itself stays the record's. */
function checkRelatedTimelines({ declaration: { show }, fields }: Subject): Finding[] {
  return (show?.related ?? []).flatMap(({ timeline }, at) => {
    if (!timeline) return [];
    const path = ['show', 'related', at, 'timeline'];
    const args = { key: 'related.timeline', needed: 'show.timeline' };
    return [
      ...(show?.timeline === true ? [] : [finding('R158', path, args, { at: 'key' })]),
      ...timeline.flatMap((source, place) =>
        fields.has(source) ? [finding('R115', [...path, place], { source })] : [],
      ),
    ];
  });
}

/** Their conditions, texts and actions must fit the record. */
function checkAlerts(subject: Subject): Finding[] {
  return (subject.declaration.show?.alerts ?? []).flatMap(({ text, when, action }, at) => {
    const path = ['show', 'alerts', at];
    return [
      ...checkPredicate(subject, when, [...path, 'when']),
      ...checkPlaceholders(textsOf(text, [...path, 'text']), namedInTexts(subject)),
      ...(action === undefined ? [] : checkRowAction(subject, action, [...path, 'action'])),
    ];
  });
}

/**
 * Checks events from the times in a record's fields.
 * @param subject the resource whose fields they are
 */
export function checkMoments(
  subject: Pick<Subject, 'fields' | 'undeclared'>,
  moments: readonly MomentDeclaration[] = [],
  path: Path,
): Finding[] {
  return moments.flatMap(({ source, when, by }, at) => {
    const place = [...path, at];
    const field = subject.fields.get(source);
    const person = by === undefined ? undefined : subject.fields.get(by);
    return [
      ...(field ? [] : subject.undeclared(source, [...place, 'source'])),
      ...(field && field.type !== 'datetime'
        ? [finding('R156', [...place, 'source'], { source, type: field.type })]
        : []),
      ...(by === undefined || person ? [] : subject.undeclared(by, [...place, 'by'])),
      ...(person && person.type !== 'reference'
        ? [finding('R190', [...place, 'by'], { source: person.source, type: person.type, needed: 'reference' })]
        : []),
      ...(when ? checkPredicate(subject, when, [...place, 'when']) : []),
    ];
  });
}
