import { parseTree } from 'jsonc-parser';
import type { Translate } from '@merchant-console/declaration';
import { createPlaces, nodeAt, pointerOf, type Problem, problemText } from '@merchant-console/declaration/check';
import type { ResourceProblem } from '#shared/contract/resourceProblems.ts';
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

/** The problem as responses contain it, in the user's language. */
export function problemData(problem: PlacedProblem, translate: Translate): ResourceProblem {
  const { id, severity, file, line, column, pointer } = problem;
  return { id, severity, file, line, column, pointer, text: problemText(problem, translate) };
}
