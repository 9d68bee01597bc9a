import { PROBLEMS, type ProblemId } from '#shared/declaration/check/catalogue.ts';
import { problemText } from '#shared/declaration/check/problemText.ts';
import type { Translate } from '#shared/i18n/translator.ts';

const PARTS: readonly [title: string, from: string, to: string][] = [
  ['Not JSON, and not of the right form', 'R001', 'R100'],
  ['Names and values in one file', 'R101', 'R200'],
  ['Files that do not fit each other, or what they are used in', 'R201', 'R999'],
];

/** The text of docs/declaration-problems.md. */
export function problemsPage(translate: Translate): string {
  const ids = Object.keys(PROBLEMS).filter(isProblemId).toSorted();
  const parts = PARTS.map(([title, from, to]) => {
    const rows = ids.filter((id) => id >= from && id <= to).map((id) => [id, textOf(id, translate)]);
    return `## ${title}\n\n${table([['Id', 'What is said'], ...rows])}\n`;
  });
  return `# What can be wrong with a declaration

\`npm run resources check\`, the server and the console say the same, with file, line and column, and what was
probably meant. Ids keep their meaning. A file with an error is not used; one with a warning is. What only a running
server can see has ids that begin with S.

Written by \`npm run -s resources problems > docs/declaration-problems.md\`.

${parts.join('\n')}`;
}

/** Pads columns to their longest cell, as Prettier does. */
function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

function textOf(id: ProblemId, translate: Translate): string {
  const { args, severity } = PROBLEMS[id];
  const blanks = Object.fromEntries(args.map((name): [string, string] => [name, `‹${name}›`]));
  const text = problemText({ id, args: { ...blanks, ...EXAMPLES[id] } }, translate);
  return severity === 'warning' ? `Warning: ${text}` : text;
}

/** Example values of the placeholders. Kinds of values and reasons are translated texts themselves. */
const EXAMPLES: Partial<Record<ProblemId, Record<string, string>>> = {
  R014: { expected: 'list', received: 'text' },
  R108: { expected: 'boolean' },
  R111: { reason: 'required' },
};

function isProblemId(id: string): id is ProblemId {
  return Object.hasOwn(PROBLEMS, id);
}
