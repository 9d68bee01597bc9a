import type { PGlite } from '@electric-sql/pglite';

/** A commit of the embedded database did not reach the disk. */
export class NotDurableError extends Error {
  constructor() {
    super('The embedded database acknowledged a commit without writing it through to the disk: it must not be used');
    this.name = 'NotDurableError';
  }
}

/**
 * Makes a commit that changes nothing but WAL, and looks whether it was written and synced.
 * The hook for fsync is internal to PGlite: when it moves, all works as before until the power fails.
 * @throws NotDurableError
 */
export async function checkDurability(files: { fsyncs: number; walBytes: number }, pglite: PGlite): Promise<void> {
  const { fsyncs, walBytes } = files;
  await pglite.query("select pg_logical_emit_message(true, 'durability', 'probe')");
  if (files.fsyncs === fsyncs || files.walBytes === walBytes) throw new NotDurableError();
}
