import type { Field } from '../../fieldSchema.ts';
import { componentTerms, type ComponentKind } from '../../keys.ts';
import { finding, type Finding, type Path } from '../Problem.ts';

/** A shipped component supports only some field types, and would render nonsense for others. */
export function checkComponents({ type, cell, input }: Field, path: Path): Finding[] {
  const unfit = (kind: ComponentKind, key: string | undefined, place: string): Finding[] => {
    const types = key === undefined ? undefined : componentTerms(kind, key);
    if (key === undefined || !types || types.includes(type)) return [];
    return [finding('R155', [...path, place], { key, type, types: types.join(', ') })];
  };
  return [...unfit('field', cell, 'cell'), ...unfit('input', input, 'input')];
}
