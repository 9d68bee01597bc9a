import { toAction } from '../../action.ts';
import type { ActionDeclaration } from '../../actionSchema.ts';
import { IMPORT, OPERATIONS, REVEAL } from '@merchant-console/protocol';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { checkActionCurrencies } from './checkActionCurrencies.ts';
import { checkActionTexts } from './checkActionTexts.ts';
import { checkField } from './checkFields.ts';
import { checkOwnPermission } from './checkOwnPermission.ts';
import { checkSchedule, checkWhen } from './checkSchedule.ts';
import { checkSetValues } from './checkSetValues.ts';
import { repeated, repeatedSources } from './repeated.ts';

/** Calls and permissions that every resource has. */
const RESERVED_KEYS: readonly string[] = [...OPERATIONS, REVEAL, IMPORT, 'deletion', 'files', 'summary', 'timeline'];

export function checkActions(subject: Subject): Finding[] {
  const { actions = [] } = subject.declaration;
  const keys = actions.map(({ key }) => key);
  return [
    ...repeated(keys).map((at) => finding('R117', ['actions', at, 'key'], { key: keys[at] ?? '' })),
    ...actions.flatMap((action, at) => checkAction(subject, action, ['actions', at])),
    ...checkCalls(subject),
  ];
}

function checkAction(subject: Subject, action: ActionDeclaration, path: Path): Finding[] {
  const { key, permission } = action;
  return [
    ...(RESERVED_KEYS.includes(key) ? [finding('R119', [...path, 'key'], { key })] : []),
    ...checkWhen(subject, action, path),
    ...checkSchedule(subject, action, path),
    ...checkOwnPermission(subject, permission, [...path, 'permission']),
    ...checkShown(subject, action, path),
    ...checkQuote(subject, action, path),
    ...checkPath(action, path),
    ...checkPage(action, path),
    ...checkSecrets(action, path),
    ...checkEffect(subject, action, path),
    ...checkSetValues(subject, action, path),
    ...checkActionCurrencies(subject, action, path),
    ...checkActionTexts(subject, action, path),
    ...checkActionForm(subject, action, path),
  ];
}

/** An action on the whole list can't show fields, because a list has none. */
function checkShown(subject: Subject, { shows = [], scope }: ActionDeclaration, path: Path): Finding[] {
  if (shows.length > 0 && scope === 'list') return [finding('R223', [...path, 'shows'], {}, { at: 'key' })];
  return shows.flatMap((source, at) =>
    subject.fields.has(source) ? [] : subject.undeclared(source, [...path, 'shows', at]),
  );
}

/** A quote is requested with fields of the form, whose initial values come from fields of the record. */
function checkQuote(subject: Subject, { fills = {}, quote, form = [] }: ActionDeclaration, path: Path): Finding[] {
  const isInForm = (source: string) => form.some((field) => field.source === source);
  const { asks = [], optional = [], agreed = {} } = quote ?? {};
  return [
    ...Object.entries(fills).flatMap(([source, of]) =>
      subject.fields.has(of) ? [] : subject.undeclared(of, [...path, 'fills', source]),
    ),
    ...asks.flatMap((source, at) =>
      isInForm(source) ? [] : subject.undeclared(source, [...path, 'quote', 'asks', at]),
    ),
    ...optional.flatMap((source, at) =>
      asks.includes(source) ? [] : subject.undeclared(source, [...path, 'quote', 'optional', at]),
    ),
    ...Object.keys(agreed).flatMap((source) =>
      isInForm(source) ? [] : subject.undeclared(source, [...path, 'quote', 'agreed', source]),
    ),
  ];
}

/** Only an action on one record has its ID in the path. */
function checkPath({ path: call, scope = 'row' }: ActionDeclaration, path: Path): Finding[] {
  if (call === undefined) return [];
  const hasId = /:id(?!\w)/.test(call);
  if (hasId === (scope === 'row')) return [];
  return [hasId ? finding('R132', [...path, 'path'], {}) : finding('R133', [...path, 'path'], {})];
}

/** The page gets the record's ID from its address, so the action must be about at most one record. */
function checkPage({ page, param, scope = 'row' }: ActionDeclaration, path: Path): Finding[] {
  const isAboutRecord = page !== undefined && scope === 'row';
  if ((param !== undefined) === isAboutRecord && (page === undefined || scope !== 'bulk')) return [];
  return [finding('R159', [...path, page === undefined ? 'param' : 'page'], {}, { at: 'key' })];
}

/** A value that is shown once must be in a single response and isn't stored. */
function checkSecrets(action: ActionDeclaration, path: Path): Finding[] {
  const { result, then, scope, payPassword = false, idempotent = payPassword } = action;
  const isPlain = then !== 'download' && scope !== 'bulk';
  return [
    ...(result && idempotent ? [finding('R220', [...path, 'result'], {}, { at: 'key' })] : []),
    ...(result && !isPlain ? [finding('R221', [...path, 'result'], {}, { at: 'key' })] : []),
  ];
}

function checkEffect(
  { declaration }: Subject,
  { key, set, create, then, path: call, page }: ActionDeclaration,
  path: Path,
): Finding[] {
  const isStored = declaration.storage === 'table';
  const isHere = set !== undefined || create !== undefined;
  if (isHere && !isStored) return [finding('R127', [...path, set ? 'set' : 'create'], {}, { at: 'key' })];
  if (isHere && then === 'download') return [finding('R135', [...path, 'then'], {})];
  return isStored && !isHere && call === undefined && page === undefined
    ? [finding('R136', [...path, 'key'], { key })]
    : [];
}

/** Two actions with the same call. Actions with the same key are reported separately. */
function checkCalls({ declaration }: Subject): Finding[] {
  const started = (declaration.actions ?? [])
    .map((one, at) => ({ one, at }))
    .filter(({ one }) => one.scope !== 'scheduled');
  const calls = started.map(({ one }) => {
    const { key, method, path } = toAction(declaration, one);
    return { key, method, path, call: `${method} ${path}` };
  });
  return repeated(calls.map(({ call }) => call)).flatMap((at) => {
    const { key, method = '', path = '', call } = calls[at] ?? {};
    const first = calls.find((other) => other.call === call);
    return first?.key === key ? [] : [finding('R153', ['actions', started[at]?.at ?? at], { method, path })];
  });
}

/** Keys that only lists and stored records use. */
const WITHOUT_EFFECT = ['filter', 'sortable', 'search', 'scan', 'unique', 'writeOnce', 'copy', 'cell', 'sum', 'counts'];

/** Checks the fields of an action's form. They may refer to each other and to the record. */
function checkActionForm(subject: Subject, { form = [] }: ActionDeclaration, path: Path): Finding[] {
  const sources = form.map(({ source }) => source);
  const withForm: Subject = {
    ...subject,
    sources: [...sources, ...subject.sources],
    fields: new Map([...subject.fields, ...form.map((field) => [field.source, field] as const)]),
    undeclared: (source, place) => (sources.includes(source) ? [] : subject.undeclared(source, place)),
  };
  return [
    ...repeatedSources(form, [...path, 'form']),
    ...form.flatMap((field, at) => [
      ...checkField(withForm, field, [...path, 'form', at]),
      ...WITHOUT_EFFECT.filter((key) => key in field).map((key) =>
        finding('R139', [...path, 'form', at, key], { key }, { at: 'key' }),
      ),
    ]),
  ];
}
