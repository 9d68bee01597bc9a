import { vi } from 'vitest';
import { PostgresSession } from '#server/db/postgres/PostgresSession.ts';
import type { Statement } from '#server/db/session.ts';

/** Parameters kept of each text: another number of values, or of rows, may be another case. */
const KEPT_OF_TEXT = 20;

/** Records what the server's connections to PostgreSQL send while a function of `during` runs. */
export interface Recorder {
  /** Records everything that is sent, so `run` mustn't send statements of its own. Not reentrant. */
  during<T>(run: () => Promise<T>): Promise<T>;
  /** Each text with the first parameters that it was sent with. */
  readonly sent: ReadonlyMap<string, readonly (readonly unknown[])[]>;
}

/** Undone by `vi.restoreAllMocks`. */
export function recordStatements(): Recorder {
  const sent = new Map<string, (readonly unknown[])[]>();
  let isOn = false;
  const record = (statements: readonly Statement[]) => {
    if (!isOn) return;
    for (const { sql, parameters } of statements) {
      const known = sent.get(sql) ?? [];
      if (known.length < KEPT_OF_TEXT) sent.set(sql, [...known, [...parameters]]);
    }
  };
  const { query, singles } = PostgresSession.prototype;
  vi.spyOn(PostgresSession.prototype, 'query').mockImplementation(function sendOne(this: PostgresSession, statements) {
    record(statements);
    return Reflect.apply(query, this, [statements]);
  });
  vi.spyOn(PostgresSession.prototype, 'singles').mockImplementation(function sendSingles(this: PostgresSession, all) {
    record(all.flatMap(({ before, ...statement }) => [...before, statement]));
    return Reflect.apply(singles, this, [all]);
  });
  return {
    sent,
    async during(run) {
      isOn = true;
      try {
        return await run();
      } finally {
        isOn = false;
      }
    },
  };
}
