import { describe, expect, it } from 'vitest';
import { ValidationError } from '#server/errors.ts';
import { readInWorker, type WorkerLimits } from '#server/modules/batches/reading/worker/readInWorker.ts';

const COLUMNS = new Set(['a', 'b']);
const LIMITS: WorkerLimits = { heapMb: 256, seconds: 60 };

/** How many rows each piece has. */
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
  it('gives its rows in pieces', async () => {
    expect(await piecesOf(`a,b\n${'1,2\n'.repeat(249)}`)).toEqual([100, 100, 50]);
  });

  it('says what is wrong with a file', async () => {
    expect(await refusal('a,b\n"1')).toMatchObject({ key: 'batch_csv_broken', args: { line: 2 } });
    expect(await refusal('\n'.repeat(200_000))).toMatchObject({ key: 'batch_too_many_rows', args: { max: 10_000 } });
  });

  it('that needs more memory than it may use is an error of the file, and no end of the server', async () => {
    expect(await refusal(`a,b\n${'1,2\n'.repeat(249)}`, { ...LIMITS, heapMb: 4 })).toEqual({
      ...{ key: 'batch_too_heavy', args: {} },
    });
  });

  it('that takes longer than it may is ended', async () => {
    expect(await refusal('a,b\n1,2', { ...LIMITS, seconds: 0 })).toEqual({ key: 'batch_too_heavy', args: {} });
  });

  it('ends when no more of its rows are wanted', async () => {
    const rows = readInWorker({ bytes: Buffer.from(`a,b\n${'1,2\n'.repeat(249)}`), columns: COLUMNS }, LIMITS);
    expect((await rows.next()).value).toHaveLength(100);
    expect(await rows.return()).toEqual({ value: undefined, done: true });
    expect(await rows.next()).toEqual({ value: undefined, done: true });
  });
});
