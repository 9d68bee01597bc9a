import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';

/** Types whose values can be neither a record's name nor a table cell. */
export const WITHOUT_WORDS = ['secret', 'file', 'image', 'json', 'group'];

/** R140 for each of the named fields that is of one of these types. */
export function unsuitable(
  { fields }: Subject,
  sources: readonly string[],
  types: readonly string[],
  pathOf: (at: number) => Path,
): Finding[] {
  return sources.flatMap((source, at) => {
    const type = fields.get(source)?.type;
    return type !== undefined && types.includes(type) ? [finding('R140', pathOf(at), { source, type })] : [];
  });
}
