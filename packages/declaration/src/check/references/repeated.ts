import type { Field } from '../../fieldSchema.ts';
import { finding, type Finding, type Path } from '../Problem.ts';

/** Indexes of the values that occur earlier in the list. */
export function repeated(values: readonly string[]): number[] {
  return values.flatMap((value, at) => (values.indexOf(value) < at ? [at] : []));
}

/** R115 for each field whose source an earlier one has. */
export function repeatedSources(fields: readonly Pick<Field, 'source'>[], path: Path): Finding[] {
  return repeated(fields.map(({ source }) => source)).map((at) =>
    finding('R115', [...path, at, 'source'], { source: fields[at]?.source ?? '' }),
  );
}
