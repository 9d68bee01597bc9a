import { describe, expect, it } from 'vitest';
import { ValidationError } from '#server/errors.ts';
import { readInWorker, type WorkerLimits } from '#server/modules/batches/reading/worker/readInWorker.ts';

const COLUMNS = new Set(['a', 'b']);
const LIMITS: WorkerLimits = { heapMb: 256, seconds: 60 };

/** The number of rows in each chunk. */
async function piecesOf(text: string, limits = LIMITS): Promise<number[]> {
  const pieces: number[] = [];
  const rows = readInWorker({ bytes: Buffer.from(text), columns: COLUMNS }, limits);
  for await (const piece of rows) pieces.push(piece.length);
  return pieces;
}

async function refusal(text: string, limits = LIMITS): Promise<unknown> {
  try {
    await piecesOf(text, limits);
    return null;
  } catch (error) {
    if (error instanceof ValidationError) return error.fields['file'];
    throw error;
  }
}

describe('a worker that reads a file', () => {
  it('returns its rows in chunks', async () => {
    expect(await piecesOf(`a,b\n${'1,2\n'.repeat(249)}`)).toEqual([100, 100, 50]);
  });

  it('reports the problem of a file', async () => {
    expect(await refusal('a,b\n"1')).toMatchObject({ key: 'batch_csv_broken', args: { line: 2 } });
    expect(await refusal('\n'.repeat(200_000))).toMatchObject({ key: 'batch_too_many_rows', args: { max: 10_000 } });
  });

  it('reports an error of the file if it needs too much memory, without ending the server', async () => {
    expect(await refusal(`a,b\n${'1,2\n'.repeat(249)}`, { ...LIMITS, heapMb: 4 })).toEqual({
      key: 'batch_too_heavy',
      args: {},
    });
  });

  it('is terminated after its time limit', async () => {
    expect(await refusal('a,b\n1,2', { ...LIMITS, seconds: 0 })).toEqual({ key: 'batch_too_heavy', args: {} });
  });

  it('ends when the caller stops reading rows', async () => {
    const rows = readInWorker({ bytes: Buffer.from(`a,b\n${'1,2\n'.repeat(249)}`), columns: COLUMNS }, LIMITS);
    expect((await rows.next()).value).toHaveLength(100);
    expect(await rows.return()).toEqual({ value: undefined, done: true });
    expect(await rows.next()).toEqual({ value: undefined, done: true });
  });
});
