import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The files to mutate: two shipped ones, two that use the whole format, one in the form of another, and dashboards. */
export const TEXTS = {
  orders: readFileSync('resources/orders.json', 'utf8'),
  channels: readFileSync('resources/channels.json', 'utf8'),
  agents: readFileSync(path.join(import.meta.dirname, '../fixtures/agents.json'), 'utf8'),
  trips: readFileSync(path.join(import.meta.dirname, '../fixtures/trips.json'), 'utf8'),
  trip_stops: readFileSync(path.join(import.meta.dirname, '../fixtures/trip_stops.json'), 'utf8'),
  visits: readFileSync(path.join(import.meta.dirname, '../fixtures/visits.json'), 'utf8'),
  overview: readFileSync(path.join(import.meta.dirname, '../fixtures/overview.json'), 'utf8'),
  reports: readFileSync(path.join(import.meta.dirname, '../fixtures/reports.json'), 'utf8'),
};
export type File = keyof typeof TEXTS;

/** Shipped files that the others refer to. */
export const NAMED_TEXTS: ReadonlyMap<string, string> = new Map(
  Object.values(TEXTS)
    .flatMap((text) => [...text.matchAll(/"reference": "(\w+)"/g)])
    .map((match) => match[1] ?? '')
    .filter((name) => !Object.hasOwn(TEXTS, name))
    .map((name) => [name, readFileSync(`resources/${name}.json`, 'utf8')]),
);

/** One mistake, and the problem that must be reported. */
export interface Mutation {
  what: string;
  file: File;
  /** Occurs once in the file. */
  from: string;
  to: string;
  /** A part of the mutated file that occurs once in it, with ¦ before the position to be reported. */
  at: string;
  /** The file that the problem is reported for; may differ from the mutated one. */
  home: File;
  id: string;
  pointer: string;
  suggestion: string | undefined;
  /** IDs of other problems that the same mistake causes. */
  also: readonly string[];
}

/** @throws {Error} unless `part` occurs exactly once in the text */
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

/** Line and column of the mark, computed without the checker. */
export function expectedPlace(text: string, at: string): { line: number; column: number } {
  const offset = placeOf(text, at.replace('¦', '')) + at.indexOf('¦');
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
