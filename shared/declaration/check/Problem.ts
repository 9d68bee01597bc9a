import type { ArgsOf, ProblemId, Severity } from './catalogue.ts';

/** Keys and indexes from the root of a file to a value. */
export type Path = readonly (string | number)[];

/** One thing that is wrong in a declaration. */
export interface Problem {
  /** Never changes its meaning: people look it up. */
  id: ProblemId;
  severity: Severity;
  /** As it was given, such as `suppliers.json`. */
  file: string;
  /** Both count from 1; columns in UTF-16 units, as editors do. */
  line: number;
  column: number;
  /** RFC 6901 pointer into the file; of the object where a key is missing. */
  pointer: string;
  /** What the text of the problem is filled in with. */
  args: Record<string, string | number>;
  /** What was probably meant. */
  suggestion?: string;
}

/** Something wrong, before its place in the text is looked up. */
export interface Finding {
  id: ProblemId;
  path: Path;
  /** Whether the key or its value is pointed at. */
  at: 'key' | 'value';
  args: Record<string, string | number>;
  suggestion?: string;
}

interface More {
  suggestion?: string | undefined;
  at?: 'key' | 'value';
}

export function finding<Id extends ProblemId>(
  id: Id,
  path: Path,
  args: ArgsOf<Id>,
  { suggestion, at = 'value' }: More = {},
): Finding {
  return { id, path, at, args, ...(suggestion === undefined ? {} : { suggestion }) };
}
