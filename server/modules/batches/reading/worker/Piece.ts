import { z } from 'zod';

/** Input of the worker. */
export interface WorkerTask {
  bytes: Uint8Array;
  /** Accepted column names, normalised by `plainName`. */
  columns: ReadonlySet<string>;
}

const cellSchema = z.object({
  text: z.string(),
  flaw: z.enum(['formula', 'digits_lost', 'not_plain', 'cell_error']).nullable(),
});
const messageSchema = z.object({
  key: z.string(),
  args: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
});
/** The worker's answer to each request: rows (none at the end) or an error. */
export const pieceSchema = z.union([
  z.object({ rows: z.array(z.object({ line: z.int(), cells: z.array(cellSchema).readonly() })) }),
  z.object({ refused: z.record(z.string(), messageSchema) }),
]);
export type Piece = z.input<typeof pieceSchema>;
