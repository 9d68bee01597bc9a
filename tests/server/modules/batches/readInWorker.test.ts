import { afterEach, describe, expect, it, vi } from 'vitest';
import { ValidationError } from '#server/errors.ts';
import { batchTable } from '#server/modules/batches/rules/columnNames.ts';
import type { ReadOptions } from '#server/sheets/Sheet.ts';
import { readInWorker, type WorkerLimits } from '#server/sheets/worker/readInWorker.ts';

const options: ReadOptions = {
  table: batchTable(
    new Map([
      ['a', 'payee_name'],
      ['b', 'remark'],
    ]),
  ),
};
const LIMITS: WorkerLimits = { heapMb: 256, seconds: 60 };

/** The number of rows in each chunk. */
async function piecesOf(text: string, limits = LIMITS): Promise<number[]> {
  const pieces: number[] = [];
  const rows = readInWorker({ bytes: Buffer.from(text), options }, limits);
  for await (const piece of rows) pieces.push(piece.rows.length);
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
  afterEach(() => void vi.unstubAllEnvs());

  it('returns its rows in chunks', async () => {
    expect(await piecesOf(`a,b\n${'1,2\n'.repeat(249)}`)).toEqual([100, 100, 50]);
  });

  it('runs from its sources, as on a server; the other tests run it built', async () => {
    expect(process.env['BUILT_SHEET_READER']).toMatch(/^file:/);
    vi.stubEnv('BUILT_SHEET_READER', undefined);
    expect(await piecesOf('a,b\n1,2')).toEqual([2]);
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

  it('reports what must be chosen', async () => {
    const bytes = Buffer.from('a,b\nJosé,1', 'latin1');
    const choice = { id: 'batch_choice', current: { sheets: [], encodings: expect.anything() } };
    await expect(readInWorker({ bytes, options }, LIMITS).next()).rejects.toMatchObject(choice);
  });

  it('ends when the caller stops reading rows', async () => {
    const rows = readInWorker({ bytes: Buffer.from(`a,b\n${'1,2\n'.repeat(249)}`), options }, LIMITS);
    expect((await rows.next()).value?.rows).toHaveLength(100);
    expect(await rows.return()).toEqual({ value: undefined, done: true });
    expect(await rows.next()).toEqual({ value: undefined, done: true });
  });
});
