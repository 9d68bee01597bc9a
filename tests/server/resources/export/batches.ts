import type { Cell, RowBatch } from '#server/resources/export/Cell.ts';

/** Batches of rows as a table returns them; the first row is the header. */
export async function* batchesOf([header = [], ...rows]: Cell[][]): AsyncGenerator<RowBatch, void, undefined> {
  yield { kind: 'header', rows: [header] };
  if (rows.length > 0) yield { kind: 'data', rows };
}

export async function bytesOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
