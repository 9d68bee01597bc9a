import { componentTerms } from '../../keys.ts';
import { finding, type Finding } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { checkGroups, checkNames } from './checkNames.ts';
import { checkPredicate } from './checkPredicate.ts';

export function checkShow(subject: Subject): Finding[] {
  return [
    ...checkGroups(subject, subject.declaration.show?.groups, ['show', 'groups']),
    ...checkGroupComponents(subject),
    ...checkNames(subject, subject.declaration.show?.reasons, ['show', 'reasons']),
    ...checkMoments(subject),
    ...checkRelatedSources(subject),
    ...checkRelatedTimelines(subject),
  ];
}

function checkGroupComponents({ declaration }: Subject): Finding[] {
  return (declaration.show?.groups ?? []).flatMap(({ component, fields }, at) => {
    const needed = component === undefined ? undefined : componentTerms('group', component);
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

function checkMoments(subject: Subject): Finding[] {
  return (subject.declaration.show?.moments ?? []).flatMap(({ source, when }, at) => {
    const path = ['show', 'moments', at];
    const field = subject.fields.get(source);
    return [
      ...(field ? [] : subject.undeclared(source, [...path, 'source'])),
      ...(field && field.type !== 'datetime'
        ? [finding('R156', [...path, 'source'], { source, type: field.type })]
        : []),
      ...(when ? checkPredicate(subject, when, [...path, 'when']) : []),
    ];
  });
}
