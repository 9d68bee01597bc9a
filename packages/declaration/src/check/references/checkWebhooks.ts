import { permissionKey } from '@merchant-console/protocol';
import { seePermission } from '../../fieldTraits.ts';
import { fieldsOf } from '../../predicate.ts';
import { holdsForAll } from '../../holdsForAll.ts';
import { permissionsIn } from '../../predicateScope.ts';
import { RECORD_EVENTS } from '../../webhooks.ts';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { checkPredicate } from './checkPredicate.ts';
import { undecidable } from './checkRules.ts';
import { repeated } from './repeated.ts';

/** R430 to R434 and R441: events that webhook endpoints can receive. */
export function checkWebhooks(subject: Subject): Finding[] {
  const { webhooks, storage } = subject.declaration;
  if (!webhooks) return [];
  if (storage !== 'table') return [finding('R434', ['webhooks'], {}, { at: 'key' })];
  const each = webhooks.flatMap(({ on, when }, index) => {
    const path: Path = ['webhooks', index];
    return [
      ...on.flatMap((event, at) => checkEvent(subject, event, [...path, 'on', at])),
      ...repeated(on).map((at) => finding('R114', [...path, 'on', at], { source: on[at] ?? '' })),
      ...(when ? checkWhen(subject, when, [...path, 'when']) : []),
    ];
  });
  return [...checkChoosing(subject), ...each];
}

/** Only users who see all records can choose their events. */
function checkChoosing({ declaration: { name, records }, isSound }: Subject): Finding[] {
  const see = records?.see;
  if (!see || !isSound('records')) return [];
  const most = new Set(permissionsIn(see).map(({ permission }) => permissionKey(name, permission)));
  return holdsForAll(see, most, name) ? [] : [finding('R441', ['webhooks'], {}, { at: 'key' })];
}

function checkEvent({ declaration, isSound }: Subject, event: string, path: Path): Finding[] {
  const { actions = [] } = declaration;
  const action = actions.find(({ key }) => key === event);
  if (action) {
    if (action.scope === 'list') return [finding('R431', path, { event })];
    return action.set || action.create ? [] : [finding('R432', path, { event })];
  }
  const known: string[] = [...RECORD_EVENTS, ...actions.map(({ key }) => key)];
  if (known.includes(event) || !isSound('actions')) return [];
  return [finding('R430', path, { event }, { suggestion: nearest(event, known) })];
}

/** The server decides it for every writer, and receivers learn by the event that it holds. */
function checkWhen(subject: Subject, when: Parameters<typeof fieldsOf>[0], path: Path): Finding[] {
  return [
    ...checkPredicate(subject, when, path, 'time'),
    ...undecidable(subject, when, path),
    ...fieldsOf(when, path).flatMap((used) => {
      const field = subject.fields.get(used.source);
      return field && seePermission(field) !== undefined ? [finding('R433', used.path, { source: used.source })] : [];
    }),
  ];
}
