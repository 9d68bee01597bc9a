import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TEXTS, type File, type Mutation } from './Mutation.ts';

export type Kind = 'syntax' | 'shape' | 'fields' | 'parts' | 'set' | 'dashboards';

/** `= agents > visits R012+R101 /list/columns ? columns`: file, file of the problem, IDs, pointer, suggestion. */
const HEAD = /^= (\w+)(?: > (\w+))? ([R\d+]+) (\S+)(?: \? (.+))?$/;

/**
 * Reads `<kind>.txt`. Each block names the mistake and the expected problem; `-` is the original text, `+` its
 * replacement, and ¦ in the line with `@` marks the reported position. ⏎ is a line break, ⇥ a tab, ‹BOM› a byte order
 * mark.
 */
export function readMutations(kind: Kind): Mutation[] {
  const text = readFileSync(path.join(import.meta.dirname, `${kind}.txt`), 'utf8');
  return text.trimEnd().split('\n\n').map(readMutation);
}

function readMutation(block: string): Mutation {
  const [what = '', head = '', ...lines] = block.split('\n');
  const [, file, other, ids = '', pointer = '', suggestion] = HEAD.exec(head) ?? [];
  const [from, to, at] = ['- ', '+ ', '@ '].map((mark) => lines.find((line) => line.startsWith(mark))?.slice(2));
  const [id = '', ...also] = ids.split('+');
  if (!isFile(file) || from === undefined || to === undefined || at === undefined)
    throw new Error(`What is "${what}"?`);
  return {
    what,
    file,
    from: plain(from),
    to: plain(to),
    at: plain(at),
    id,
    also,
    pointer: pointer === '-' ? '' : pointer,
    home: isFile(other) ? other : file,
    suggestion,
  };
}

function isFile(name: string | undefined): name is File {
  return name !== undefined && Object.hasOwn(TEXTS, name);
}

function plain(text: string): string {
  return text.replaceAll('⏎', '\n').replaceAll('⇥', '\t').replaceAll('‹BOM›', '\uFEFF');
}
