import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { ValidationError } from '#server/errors.ts';
import { readSheet } from '../readSheet.ts';
import type { SheetRow } from '../Sheet.ts';
import type { Piece } from './readInWorker.ts';

/** Rows per message, which the main thread processes in milliseconds. */
const ROWS_A_PIECE = 100;

const taskSchema = z.object({ bytes: z.instanceof(Uint8Array), columns: z.set(z.string()) });

/** Reads the file, then sends its rows, one piece per request. */
async function answer(port: NonNullable<typeof parentPort>): Promise<void> {
  const { bytes, columns } = taskSchema.parse(workerData);
  const send = (piece: Piece) => port.postMessage(piece);
  let rows: SheetRow[];
  try {
    rows = await readSheet(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), columns);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return send({ refused: error.fields });
  }
  let sent = 0;
  const sendNext = () => {
    send({ rows: rows.slice(sent, sent + ROWS_A_PIECE) });
    sent += ROWS_A_PIECE;
  };
  port.on('message', sendNext);
  sendNext();
}

if (parentPort) await answer(parentPort);
