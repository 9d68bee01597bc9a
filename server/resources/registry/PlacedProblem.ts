import { parseTree } from 'jsonc-parser';
import { createPlaces, nodeAt, pointerOf, type Problem } from '@merchant-console/declaration/check';
import type { ServerFinding } from '../ResourceBackend.ts';

/** A problem of the checker, or a finding of the server with its position. */
export interface PlacedProblem extends Omit<Problem, 'id'> {
  id: string;
}

/** Adds the position in the text to a finding. */
export function placedFinding(file: string, text: string, { path: place, ...finding }: ServerFinding): PlacedProblem {
  const tree = parseTree(text);
  const offset = tree ? nodeAt(tree, place).offset : 0;
  return { ...finding, file, ...createPlaces(text)(offset), pointer: pointerOf(place) };
}
