import type { ActionDeclaration } from '../../actionSchema.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { checkField, checkRepeatedSources } from './checkFields.ts';

/** Keys that only lists and stored records use. */
const WITHOUT_EFFECT = ['filter', 'sortable', 'search', 'scan', 'unique', 'writeOnce', 'copy', 'cell', 'sum', 'counts'];

/** Checks the fields of an action's form. They may refer to each other and to the record. */
export function checkActionForm(subject: Subject, { form = [] }: ActionDeclaration, path: Path): Finding[] {
  const sources = form.map(({ source }) => source);
  const withForm: Subject = {
    ...subject,
    sources: [...sources, ...subject.sources],
    fields: new Map([...subject.fields, ...form.map((field) => [field.source, field] as const)]),
    undeclared: (source, place) => (sources.includes(source) ? [] : subject.undeclared(source, place)),
  };
  return [
    ...checkRepeatedSources(form, [...path, 'form']),
    ...form.flatMap((field, at) => [
      ...checkField(withForm, field, [...path, 'form', at]),
      ...WITHOUT_EFFECT.filter((key) => key in field).map((key) =>
        finding('R139', [...path, 'form', at, key], { key }, { at: 'key' }),
      ),
    ]),
  ];
}
