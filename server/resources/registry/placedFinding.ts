import { parseTree } from 'jsonc-parser';
import { createPlaces, nodeAt, pointerOf } from '#shared/declaration/check/syntax/places.ts';
import type { ServerFinding } from '../ResourceBackend.ts';

/** A problem of a file with its place, from whichever check. */
export interface PlacedProblem {
  id: string;
  severity: 'error' | 'warning';
  file: string;
  /** Both count from 1. */
  line: number;
  column: number;
  pointer: string;
  args: Record<string, string | number>;
  suggestion?: string;
}

/** Looks up where in a text a finding is. */
export function placedFinding(file: string, text: string, { id, severity, path, args }: ServerFinding): PlacedProblem {
  const tree = parseTree(text);
  const offset = tree ? nodeAt(tree, path).offset : 0;
  return { id, severity, file, ...createPlaces(text)(offset), pointer: pointerOf(path), args };
}
