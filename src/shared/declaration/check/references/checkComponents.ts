import type { Field, FieldType } from '../../fieldSchema.ts';
import { CELL_TYPES, INPUT_TYPES, type CellKey, type InputKey } from '../../keys.ts';
import { finding, type Finding, type Path } from '../Problem.ts';

const CELLS: Record<CellKey, readonly FieldType[]> = CELL_TYPES;
const INPUTS: Record<InputKey, readonly FieldType[]> = INPUT_TYPES;

/** A component is made for values of some types, and would show nonsense of others. */
export function checkComponents({ type, cell, input }: Field, path: Path): Finding[] {
  return [
    ...(cell ? unfit(cell, type, CELLS[cell], [...path, 'cell']) : []),
    ...(input ? unfit(input, type, INPUTS[input], [...path, 'input']) : []),
  ];
}

function unfit(key: string, type: FieldType, types: readonly FieldType[], path: Path): Finding[] {
  return types.includes(type) ? [] : [finding('R155', path, { key, type, types: types.join(', ') })];
}
