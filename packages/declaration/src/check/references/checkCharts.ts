import type { ChartDeclaration } from '../../chartSchema.ts';
import { filterOf } from '../../fieldTraits.ts';
import type { Field } from '../../fieldSchema.ts';
import { isGrouped } from '../../listCharts.ts';
import { isOnDays } from '../../listViews.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';

/** R435 to R439: charts above a list. */
export function checkCharts(subject: Subject): Finding[] {
  const { list } = subject.declaration;
  const charts = list?.charts ?? [];
  return charts.flatMap((chart, at) => {
    const { by, per, sum } = chart;
    const path = ['list', 'charts', at];
    const field = subject.fields.get(by);
    const isAgain = charts.slice(0, at).some((other) => other.by === by && other.per === per && other.sum === sum);
    return [
      ...(field ? checkGroups(field, chart, path) : subject.undeclared(by, [...path, 'by'])),
      ...(isAgain ? [finding('R438', [...path, 'by'], { source: by })] : []),
      ...(sum === undefined || list?.summary?.includes(sum)
        ? []
        : [finding('R439', [...path, 'sum'], { source: sum })]),
    ];
  });
}

/** A bar sets the field's filter. */
export function checkGroups(field: Field, { per }: Pick<ChartDeclaration, 'per'>, path: Path): Finding[] {
  const { source, type } = field;
  const filter = filterOf(field);
  if (isGrouped(field)) {
    return [
      ...(per === undefined ? [] : [finding('R437', [...path, 'per'], { source, type }, { at: 'key' })]),
      ...(filter === 'eq' || filter === 'in' ? [] : [finding('R436', [...path, 'by'], { source })]),
    ];
  }
  if (!isOnDays(field)) return [finding('R435', [...path, 'by'], { source, type })];
  return [
    ...(per === undefined ? [finding('R437', [...path, 'by'], { source, type })] : []),
    ...(filter === 'range' ? [] : [finding('R436', [...path, 'by'], { source })]),
  ];
}
