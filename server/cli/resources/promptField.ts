import { createInterface } from 'node:readline/promises';
import {
  checkDeclarations,
  type DeclarationFile,
  problemText,
  FIELD_TYPES,
  filtersOf,
} from '@merchant-console/declaration/check';
import type { Translate } from '@merchant-console/declaration';

/** The user's answers about one field. */
export interface DraftField {
  source: string;
  type: string;
  required?: true;
  reference?: string;
  choices?: { id: string }[];
  filter?: string;
}

/** A declaration under construction. */
interface Draft {
  name: string;
  fields: readonly DraftField[];
}

export function declarationOf({ name, fields }: Draft): Record<string, unknown> {
  return { version: 1, name, storage: 'table', fields };
}

/** Returns why the value at `pointer` of a draft is invalid, or null if it is valid. */
export type Refuse = (draft: Draft, pointer: string) => string | null;

/**
 * Uses the declaration checker, so that every accepted answer passes `resources check` (possibly with warnings).
 * @param others the existing declarations
 */
export function createRefuse(others: readonly DeclarationFile[], translate: Translate): Refuse {
  return (draft, pointer) => {
    const file = `${draft.name}.json`;
    const { problems } = checkDeclarations([...others, { file, text: JSON.stringify(declarationOf(draft)) }]);
    const problem = problems
      .filter((one) => one.severity === 'error' && one.file === file)
      .find((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`));
    return problem ? problemText(problem, translate) : null;
  };
}

interface Asking {
  draft: Draft;
  refuse: Refuse;
  terminal: Terminal;
}

/** Asks for the next field until the answers are valid. Returns null if the user adds no more fields. */
export async function promptField({ draft, refuse, terminal }: Asking): Promise<DraftField | null> {
  const at = `/fields/${draft.fields.length}`;
  const refusal = (field: DraftField, key: string) =>
    refuse({ ...draft, fields: [...draft.fields, field] }, `${at}/${key}`);

  const source = await promptUntil(terminal, 'Field, such as card_number: ', (answer) => {
    if (answer === '') return draft.fields.length > 0 ? null : 'A resource needs at least one field.';
    return refusal({ source: answer, type: 'text' }, 'source');
  });
  if (source === '') return null;

  let field: DraftField = { source, type: 'text' };
  const type = await promptUntil(terminal, `  Type (${FIELD_TYPES.join(', ')}; default: text): `, (answer) =>
    answer === '' ? null : refusal({ source, type: answer }, 'type'),
  );
  if (type !== '') field = { source, type };

  if (field.type === 'enum') {
    const choices = await promptUntil(terminal, '  Choices, separated by commas: ', (answer) =>
      refusal({ ...field, choices: choicesIn(answer) }, 'choices'),
    );
    field = { ...field, choices: choicesIn(choices) };
  }
  if (field.type === 'reference') {
    const reference = await promptUntil(terminal, '  Resource that it refers to: ', (answer) =>
      refusal({ ...field, reference: answer }, 'reference'),
    );
    field = { ...field, reference };
  }
  const required = await promptUntil(terminal, '  Required? (y/n; default: n): ', yesOrNo);
  if (/^y/i.test(required)) field = { ...field, required: true };
  const ways = filtersOf(field.type);
  if (ways.length === 0) return field;
  const filter = await promptUntil(terminal, `  Filter (${ways.join(', ')}; default: none): `, (answer) =>
    answer === '' ? null : refusal({ ...field, filter: answer }, 'filter'),
  );
  return filter === '' ? field : { ...field, filter };
}

/** Repeats the question until `refuse` accepts the answer. */
export async function promptUntil(
  terminal: Terminal,
  question: string,
  refusal: (answer: string) => string | null,
): Promise<string> {
  for (;;) {
    const answer = await terminal.ask(question);
    const reason = refusal(answer);
    if (reason === null) return answer;
    terminal.say(`  ${reason}`);
  }
}

function yesOrNo(answer: string): string | null {
  return /^(y|yes|n|no|)$/i.test(answer) ? null : 'Answer y or n.';
}

function choicesIn(answer: string): { id: string }[] {
  const ids = answer.split(',').map((id) => id.trim());
  return ids.filter((id) => id !== '').map((id) => ({ id }));
}

/** Interactive user, or a file of answers. */
export interface Terminal {
  say(line: string): void;
  /** @throws {NoAnswerError} if the input has ended */
  ask(question: string): Promise<string>;
  close(): void;
}

/** Thrown if the input ends before all questions are answered. */
class NoAnswerError extends Error {
  constructor() {
    super('The input ended before all questions were answered. Nothing was written.');
    this.name = 'NoAnswerError';
  }
}

/** Reads line by line. `readline.question` would lose piped lines that arrive before they are asked for. */
export function openTerminal(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Terminal {
  const reader = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  const lines: AsyncIterator<string, unknown> = reader[Symbol.asyncIterator]();
  return {
    say: (line) => void output.write(`${line}\n`),
    async ask(question) {
      output.write(question);
      const line = await lines.next();
      if (line.done) throw new NoAnswerError();
      return line.value.trim();
    },
    close: () => reader.close(),
  };
}
