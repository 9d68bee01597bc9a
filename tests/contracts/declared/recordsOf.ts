import { z } from 'zod';
import { MAX_RANGE } from '@merchant-console/protocol';
import { listPath, type Answer, type DeclaredRecord, type DeclaredServer } from './DeclaredServer.ts';

const recordSchema: z.ZodType<DeclaredRecord> = z.looseObject({ id: z.string() });

export const recordOf = (data: unknown): DeclaredRecord => recordSchema.parse(data);
export const recordsOf = (data: unknown): DeclaredRecord[] => z.array(recordSchema).parse(data);
export const idsOf = ({ data }: Answer): string[] => recordsOf(data).map(({ id }) => id);

/** Reads all records that match a filter as the owner, page by page. */
export async function allRecords(
  server: DeclaredServer,
  query: Omit<Parameters<typeof listPath>[0], 'range'> = {},
): Promise<DeclaredRecord[]> {
  const records: DeclaredRecord[] = [];
  for (;;) {
    const range = [records.length, records.length + MAX_RANGE - 1];
    const answer = await server.send('owner', 'GET', listPath({ ...query, range }));
    if (answer.status !== 200) throw new Error(`HTTP ${answer.status}: ${JSON.stringify(answer.errors)}`);
    const page = recordsOf(answer.data);
    records.push(...page);
    if (page.length === 0 || records.length >= answer.total) return records;
  }
}
