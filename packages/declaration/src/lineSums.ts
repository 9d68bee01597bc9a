import { add, scaledOf, valueOf } from './computed.ts';
import type { Scaled } from './decimal.ts';
import type { Field } from './fieldSchema.ts';
import { computedOf } from './fieldTraits.ts';

type Values = Readonly<Record<string, unknown>>;

/** Lines of a record, each with its computed values. */
export interface LinesThen {
  /** Those in the database, whose sums the record has. */
  stored: readonly Values[];
  /** Those that will be saved. */
  now: readonly Values[];
}

const NOTHING: Scaled = { units: 0n, scale: 0 };

/**
 * The record with sums and counts of its lines as they will be once it is saved. Only differences from the stored lines
 * are added, because a sum also counts lines that the user can't see.
 *
 * @param linesOf by the name of the lines' resource
 */
export function withSumsOfLines<R extends Values>(
  fields: readonly Field[],
  record: R,
  linesOf: ReadonlyMap<string, LinesThen>,
): R {
  const sums = fields.flatMap((field): [string, unknown][] => {
    const computed = computedOf(field);
    if (!computed || !('sumOf' in computed || 'countOf' in computed)) return [];
    const lines = linesOf.get('sumOf' in computed ? computed.sumOf[0] : computed.countOf);
    if (!lines) return [];
    const total = (all: readonly Values[]): Scaled =>
      'sumOf' in computed
        ? all.reduce((sum, line) => add(sum, scaledOf(line[computed.sumOf[1]]) ?? NOTHING, 1n), NOTHING)
        : { units: BigInt(all.length), scale: 0 };
    const before = scaledOf(record[field.source]) ?? total(lines.stored);
    return [[field.source, valueOf(add(add(before, total(lines.stored), -1n), total(lines.now), 1n), field)]];
  });
  return sums.length === 0 ? record : { ...record, ...Object.fromEntries(sums) };
}
