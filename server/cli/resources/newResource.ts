import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTranslator } from '@merchant-console/declaration';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import {
  promptField,
  promptUntil,
  createRefuse,
  declarationOf,
  type DraftField,
  type Refuse,
  type Terminal,
} from './promptField.ts';
import { readDeclarations, schemaFile } from '@merchant-console/declaration/node';
import { readSample } from './sample/readSample.ts';
import type { GuessedField } from './sample/Sample.ts';

/** Print width of the project's formatter. */
const WIDTH = 120;

interface NewResourceOptions {
  folder: string;
  /** Asks for the name if absent and not in the sample. */
  name: string | undefined;
  /** A sample to guess the fields from, as for `readSample`. Asks for the fields if absent. */
  from: string | undefined;
  terminal: Terminal;
}

/** Placeholder, so that the name can be checked before there is a field. */
const ANY_FIELD: DraftField = { source: 'any', type: 'text' };

/**
 * Asks for a resource, or guesses it from a sample, and writes its file. Rejects invalid answers immediately, by the rules
 * of the checker.
 * @throws {NoAnswerError} if the input ends early; nothing is written
 */
export async function newResource({ folder, name: asked, from, terminal }: NewResourceOptions): Promise<number> {
  try {
    const sample = from === undefined ? null : await readSample(from);
    const given = asked ?? sample?.name ?? undefined;
    await mkdir(folder, { recursive: true });
    const others = await readDeclarations(folder);
    const refuse = createRefuse(others, createTranslator((await loadMessages('i18n')).en, 'en'));
    const fileOf = (name: string) => path.join(folder, `${name}.json`);
    const refusal = (name: string) =>
      others.some(({ file }) => file === fileOf(name))
        ? `${fileOf(name)} already exists.`
        : refuse({ name, fields: [ANY_FIELD] }, '/name');

    const reason = given === undefined ? null : refusal(given);
    if (reason !== null) terminal.say(reason);
    const isGiven = given !== undefined && reason === null;
    const name = isGiven ? given : await promptUntil(terminal, 'Name of the resource, such as suppliers: ', refusal);
    const fields = sample
      ? acceptedFields(sample.fields, { name, refuse, terminal })
      : await promptFields((earlier) => promptField({ draft: { name, fields: earlier }, refuse, terminal }), terminal);

    const $schema = path.relative(folder, schemaFile(folder)).replaceAll(path.sep, '/');
    const declaration = {
      $schema: $schema.startsWith('.') ? $schema : `./${$schema}`,
      ...declarationOf({ name, fields }),
    };
    // `wx`: keeps a file that another process has created in the meantime.
    await writeFile(fileOf(name), formatJson(declaration), { flag: 'wx' });
    terminal.say(nextSteps(fileOf(name), name));
    return 0;
  } finally {
    terminal.close();
  }
}

/** The guessed fields that the checker accepts. Says what was left out, and why. */
function acceptedFields(
  guessed: readonly GuessedField[],
  { name, refuse, terminal }: { name: string; refuse: Refuse; terminal: Terminal },
): DraftField[] {
  const fields: DraftField[] = [];
  for (const field of guessed) {
    const refusal = (one: DraftField) => refuse({ name, fields: [...fields, one] }, `/fields/${fields.length}`);
    const { source, type, label, choices, required } = field;
    // Without limits, patterns and filters, which may be what the checker refuses.
    const plain = { source, type, ...(label && { label }), ...(choices && { choices }), ...(required && { required }) };
    const reason = refusal(field);
    if (reason === null) {
      fields.push(field);
      terminal.say(`${source}: ${type}${required ? ', required' : ''}`);
    } else if (refusal(plain) === null) {
      fields.push(plain);
      terminal.say(`${source}: simplified. ${reason}`);
    } else {
      terminal.say(`${source}: left out. ${reason}`);
    }
  }
  return fields;
}

async function promptFields(
  next: (earlier: readonly DraftField[]) => Promise<DraftField | null>,
  terminal: Terminal,
): Promise<DraftField[]> {
  terminal.say('Enter the fields one by one. An empty line ends the list.');
  const fields: DraftField[] = [];
  for (let field = await next(fields); field; field = await next(fields)) fields.push(field);
  return fields;
}

function nextSteps(file: string, name: string): string {
  return `
Wrote ${file}. A running server loads it immediately and creates its table. Next steps:
  1. The file alone gives nobody a right. Add a menu entry for the page "${name}" on the console's page Menus, in each
     tenant that shall have it. A hidden entry will do. From then on, the tenant's owners have all its permissions.
  2. Grant them to other roles on the page of each role.
  3. Optionally, add names in other languages: "label" in the file, or texts under resources.${name} in i18n/.
After each change, run npm run resources check to find errors in the file.`;
}

/**
 * Formats JSON like the shipped declarations: one key per line in the outermost object, the rest on one line where it
 * fits.
 */
function formatJson(value: Readonly<Record<string, unknown>>): string {
  return `${broken(value, 0)}\n`;
}

/** @param before number of characters in front of the value on its line */
function format(value: unknown, depth: number, before: number): string {
  const line = inline(value);
  const fits = before + line.length + 1 <= WIDTH;
  return (fits && !mustBreak(value)) || typeof value !== 'object' || value === null ? line : broken(value, depth);
}

function broken(value: object, depth: number): string {
  const indent = '  '.repeat(depth + 1);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const parts = Array.isArray(value)
    ? value.map((one: unknown) => format(one, depth + 1, indent.length))
    : Object.entries(value).map(([key, one]) => {
        const name = `${JSON.stringify(key)}: `;
        return name + format(one, depth + 1, indent.length + name.length);
      });
  return `${open}\n${parts.map((part) => indent + part).join(',\n')}\n${'  '.repeat(depth)}${close}`;
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${inline(one)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

/** Prettier never puts several multi-key objects on one line. */
function mustBreak(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const parts: unknown[] = Object.values(value);
  const isTable = Array.isArray(value) && parts.length > 1 && parts.every(hasSeveralKeys);
  return isTable || parts.some(mustBreak);
}

function hasSeveralKeys(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 1;
}
