import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The texts in which mistakes are made: two shipped files and two that use the whole format. */
export const TEXTS = {
  orders: readFileSync('resources/orders.json', 'utf8'),
  channels: readFileSync('resources/channels.json', 'utf8'),
  agents: readFileSync(path.join(import.meta.dirname, '../fixtures/agents.json'), 'utf8'),
  visits: readFileSync(path.join(import.meta.dirname, '../fixtures/visits.json'), 'utf8'),
};
export type File = keyof typeof TEXTS;

/** Shipped files that those name. */
export const NAMED_TEXTS: ReadonlyMap<string, string> = new Map(
  Object.values(TEXTS)
    .flatMap((text) => [...text.matchAll(/"reference": "(\w+)"/g)])
    .map((match) => match[1] ?? '')
    .filter((name) => !Object.hasOwn(TEXTS, name))
    .map((name) => [name, readFileSync(`resources/${name}.json`, 'utf8')]),
);

/** One mistake, and what has to be said of it. */
export interface Mutation {
  what: string;
  file: File;
  /** Stands in the text once. */
  from: string;
  to: string;
  /** A part of the changed text that stands in it once, with ¦ before the place that must be pointed at. */
  at: string;
  /** The file of that, which may be another than the changed one. */
  home: File;
  id: string;
  pointer: string;
  suggestion: string | undefined;
  /** Ids of other problems that the same mistake rightly causes. */
  also: readonly string[];
}

/** @throws Error unless `part` is in the text exactly once */
export function placeOf(text: string, part: string): number {
  const offset = text.indexOf(part);
  if (offset === -1) throw new Error(`The text lacks ${part}`);
  if (text.includes(part, offset + 1)) throw new Error(`The text has more than one ${part}`);
  return offset;
}

export function mutated({ file, from, to }: Mutation): string {
  const text = TEXTS[file];
  const offset = placeOf(text, from);
  return text.slice(0, offset) + to + text.slice(offset + from.length);
}

/** Line and column of the mark, found by counting and not by the checker. */
export function expectedPlace(text: string, at: string): { line: number; column: number } {
  const offset = placeOf(text, at.replace('¦', '')) + at.indexOf('¦');
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
