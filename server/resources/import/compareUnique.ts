import { createHash } from 'node:crypto';
import type { Db } from '#server/db/connect.ts';
import type { RecordImporter } from '../RecordImporter.ts';
import { addProblem, type CheckedRow, type Draft, type ImportCheck, isBlank } from './rowDraft.ts';

/** Compares the rows' unique values with those of all records. */
export async function compareUnique(
  { db }: { db: Db },
  importer: RecordImporter,
  { actor }: ImportCheck,
  checked: CheckedRow[],
  drafts: readonly Draft[],
): Promise<void> {
  const keys = checked.map((): string[] => []);
  for (const [number, unique] of importer.unique.entries()) {
    const wanted = new Map<number, unknown[]>();
    for (const [at, { values }] of checked.entries()) {
      const after = { ...drafts[at]?.current, ...values };
      const own = unique.sources.map((source) => after[source]);
      if (own.some(isBlank)) continue;
      keys[at]?.push(`${number}:${digestOf(own, unique.folded)}`);
      if (unique.sources.some((source) => Object.hasOwn(values, source))) wanted.set(at, own);
    }
    const found = await importer.find(db.kysely, actor, unique, wanted);
    for (const [at, { record }] of found) {
      const [draft, row] = [drafts[at], checked[at]];
      if (!draft || !row || record.id === row.record?.id) continue;
      const [source = ''] = unique.sources;
      const key = unique.sources.length > 1 ? 'not_unique_together' : 'not_unique';
      if (draft.problems[source] === undefined) addProblem(draft, source, { key });
    }
  }
  for (const [at, row] of checked.entries()) checked[at] = { ...row, keys: keys[at] ?? [] };
}

function digestOf(values: readonly unknown[], folded: boolean): string {
  const text = JSON.stringify(values);
  return createHash('sha256')
    .update(folded ? text.normalize('NFC').toLowerCase() : text)
    .digest('base64url')
    .slice(0, 16);
}
