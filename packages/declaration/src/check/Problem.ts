import type { ArgsOf, ProblemId } from './catalogue.ts';
import type { Severity } from './catalogueEntry.ts';

/** Keys and indexes from the root of a file to a value. */
export type Path = readonly (string | number)[];

/** One problem in a declaration. */
export interface Problem {
  /** Stable, because people search for it. */
  id: ProblemId;
  severity: Severity;
  /** The file's name as passed to the checker, such as `suppliers.json`. */
  file: string;
  /** Line and column, counted from 1. Columns are UTF-16 units, as in editors. */
  line: number;
  column: number;
  /** RFC 6901 pointer into the file. For a missing key, it points to the object. */
  pointer: string;
  /** Values for the placeholders of the problem's text. */
  args: Record<string, string | number>;
  /** The probably intended name. */
  suggestion?: string;
}

/** A problem before its position in the text is determined. */
export interface Finding {
  id: ProblemId;
  path: Path;
  /** The part of the property that the finding points to. */
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
