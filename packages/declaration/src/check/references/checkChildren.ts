import type { ChildrenField } from '../../children.ts';
import type { Field } from '../../fieldSchema.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';

/** Keys of other fields that say nothing about records of another resource. */
const WITHOUT_EFFECT = ['required', 'writeOnce', 'when', 'recordOnly', 'auxiliary', 'cell', 'input', 'at'] as const;

/** R246 and R340 to R342: where children can be declared, and with which keys. */
export function checkChildren({ declaration }: Subject, field: Field, path: Path): Finding[] {
  if (field.type !== 'children') return [];
  const { source } = field;
  const place = [...path, 'type'];
  if (path[0] !== 'fields') return [finding('R341', place, { source })];
  if (declaration.storage !== 'table') return [finding('R246', place, { key: field.type })];
  return [...checkKeys(field, path), ...checkNamed(declaration, source)];
}

function checkKeys(field: ChildrenField, path: Path): Finding[] {
  const { source } = field;
  const idle = WITHOUT_EFFECT.filter((key) => field[key] !== undefined);
  const isConditional = typeof field.readOnly === 'object';
  return [...idle, ...(isConditional ? (['readOnly'] as const) : [])].map((key) =>
    finding('R340', [...path, key], { source, key }, { at: 'key' }),
  );
}

/** Places that show or write single values. The record page has a table of the children anyway. */
function checkNamed(
  { list = {}, show = {}, actions = [], recordRepresentation }: Subject['declaration'],
  source: string,
) {
  const named: [readonly string[] | undefined, Path][] = [
    [list.columns, ['list', 'columns']],
    [list.expand, ['list', 'expand']],
    ...(list.views ?? []).map((view, at): [readonly string[] | undefined, Path] => [
      view.type === 'kanban' ? view.card : [],
      ['list', 'views', at, 'card'],
    ]),
    [Array.isArray(list.export) ? list.export : [], ['list', 'export']],
    [show.reasons, ['show', 'reasons']],
    ...(show.groups ?? []).map(({ fields }, at): [readonly string[], Path] => [
      fields,
      ['show', 'groups', at, 'fields'],
    ]),
    ...actions.map(({ shows }, at): [readonly string[] | undefined, Path] => [shows, ['actions', at, 'shows']]),
  ];
  const set = actions.flatMap((action, at): Path[] =>
    action.set && Object.hasOwn(action.set, source) ? [['actions', at, 'set', source]] : [],
  );
  return [
    ...named.flatMap(([sources = [], path]) =>
      sources.flatMap((one, at) => (one === source ? [finding('R342', [...path, at], { source })] : [])),
    ),
    ...set.map((path) => finding('R342', path, { source }, { at: 'key' })),
    ...(recordRepresentation === source ? [finding('R342', ['recordRepresentation'], { source })] : []),
  ];
}
