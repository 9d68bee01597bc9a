import type { Field } from '../../fieldSchema.ts';
import { filterOf } from '../../fieldTraits.ts';
import { isOnDays, type ViewDeclaration as View } from '../../listViews.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { nearest } from '../nearest.ts';
import { checkNames, checkRowAction } from './checkNames.ts';
import { unsuitable, WITHOUT_WORDS } from './unsuitable.ts';

type ViewOf<T extends View['type']> = Extract<View, { type: T }>;

/** R400 to R405, R420 to R423, R442 and R443: other ways of showing the records of a list than a table. */
export function checkViews(subject: Subject): Finding[] {
  const views = subject.declaration.list?.views ?? [];
  return views.flatMap((view, at) => {
    const path = ['list', 'views', at];
    const before = views.slice(0, at);
    switch (view.type) {
      case 'kanban':
        return checkBoard(subject, view, path, before);
      case 'calendar':
        return checkCalendar(subject, view, path, before);
      case 'cards':
        return before.some(({ type }) => type === 'cards') ? [finding('R405', [...path, 'type'], {})] : [];
    }
  });
}

function checkBoard(
  subject: Subject,
  { by, move = {}, card = [], sum }: ViewOf<'kanban'>,
  path: Path,
  before: readonly View[],
): Finding[] {
  const field = subject.fields.get(by);
  const { list } = subject.declaration;
  const isAgain = before.some((other) => other.type === 'kanban' && other.by === by);
  return [
    ...(field ? checkColumns(field, [...path, 'by']) : subject.undeclared(by, [...path, 'by'])),
    ...(isAgain ? [finding('R423', [...path, 'by'], { source: by })] : []),
    ...Object.entries(move).flatMap(([choice, key]) =>
      checkMove(subject, by, { choice, key, path: [...path, 'move', choice] }),
    ),
    ...checkNames(subject, card, [...path, 'card']),
    ...unsuitable(subject, card, WITHOUT_WORDS, (index) => [...path, 'card', index]),
    ...(sum === undefined || list?.summary?.includes(sum) ? [] : [finding('R422', [...path, 'sum'], { source: sum })]),
  ];
}

/** The action must put the card where the user has put it. */
function checkMove(
  subject: Subject,
  by: string,
  { choice, key, path }: { choice: string; key: string; path: Path },
): Finding[] {
  const { declaration, fields, isSound } = subject;
  const field = fields.get(by);
  const ids = field?.type === 'enum' ? field.choices.map(({ id }) => id) : null;
  if (ids && !ids.includes(choice))
    return [finding('R442', path, { choice, source: by }, { at: 'key', suggestion: nearest(choice, ids) })];
  if (!isSound('actions')) return [];
  const missing = checkRowAction(subject, key, path);
  if (missing.length > 0) return missing;
  const action = declaration.actions?.find((one) => one.key === key);
  const isMissed = declaration.storage === 'table' && action?.set?.[by] !== choice;
  return isMissed ? [finding('R443', path, { key, source: by, choice })] : [];
}

function checkColumns(field: Field, path: Path): Finding[] {
  const { source, type } = field;
  if (type !== 'enum') return [finding('R420', path, { source, type })];
  return [
    ...(filterOf(field) === undefined ? [finding('R147', path, { source })] : []),
    ...(field.required === true ? [] : [finding('R421', path, { source })]),
  ];
}

function checkCalendar(
  subject: Subject,
  { from, to, title }: ViewOf<'calendar'>,
  path: Path,
  before: readonly View[],
): Finding[] {
  const { fields, declaration } = subject;
  const first = fields.get(from);
  const last = to === undefined ? undefined : fields.get(to);
  const isAgain = before.some((other) => other.type === 'calendar' && other.from === from);
  // Only stored records can be filtered by having no value.
  const canBeLost = first && declaration.storage !== 'table' && first.required !== true;
  const isOther = first && last && isOnDays(first) && isOnDays(last) && first.type !== last.type;
  return [
    ...(first ? checkDays(first, [...path, 'from']) : subject.undeclared(from, [...path, 'from'])),
    ...(canBeLost ? [finding('R404', [...path, 'from'], { source: from })] : []),
    ...(isAgain ? [finding('R403', [...path, 'from'], { source: from })] : []),
    ...(last ? checkDays(last, [...path, 'to']) : to === undefined ? [] : subject.undeclared(to, [...path, 'to'])),
    ...(isOther ? [finding('R402', [...path, 'to'], { source: last.source, other: from, type: first.type })] : []),
    ...(fields.has(title) ? [] : subject.undeclared(title, [...path, 'title'])),
    ...unsuitable(subject, [title], WITHOUT_WORDS, () => [...path, 'title']),
  ];
}

/** The records of a month are asked for by their days. */
function checkDays(field: Field, path: Path): Finding[] {
  const { source, type } = field;
  if (!isOnDays(field)) return [finding('R400', path, { source, type })];
  return filterOf(field) === 'range' ? [] : [finding('R401', path, { source })];
}
