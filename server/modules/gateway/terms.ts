import type { Db } from '#server/db/connect.ts';
import type { Statement } from '#server/db/session.ts';
import { UnavailableError } from '#server/errors.ts';

/** Thrown if a merchant has changed since it was read. Nothing was written, so the call can be repeated. */
export class ChangedTermsError extends UnavailableError {
  constructor(cause: unknown) {
    super('The merchant has changed since it was read', cause);
  }
}

/** The version of a tenant's terms; null if nothing has changed yet. */
export interface TermsVersion {
  id: string;
  version: string | null;
}

const CHANGED = 'changed terms of ';
const FAILED_ASSERTION = new RegExp(`"${CHANGED}\\d+"`);

const ASSERTION = `
  select case when count(*) <> $3::integer or count(*) filter (where version = any ($2::uuid[])) <> $3::integer
    then ('${CHANGED}' || count(*))::integer end
  from terms_versions where merchant_id = any ($1::uuid[])`;

/** The versions that a merchant was read with, of all tenants that it depends on. */
export class Terms {
  /** Fails if any of them is another one now. */
  readonly assertion: Statement;
  /** True if that is known. */
  hasChanged = false;

  constructor(versions: readonly TermsVersion[]) {
    const known = versions.flatMap(({ version }) => version ?? []);
    this.assertion = { sql: ASSERTION, parameters: [versions.map(({ id }) => id), known, known.length] };
  }
}

/**
 * Runs a statement as `Db.single`, in one message with the check that terms are still in force.
 * @throws {ChangedTermsError} if any have changed; the statement wasn't executed
 */
export async function singleUnder<R>(
  db: Db,
  terms: Iterable<Terms>,
  text: string,
  parameters: readonly unknown[],
): Promise<R[]> {
  const all = [...new Set(terms)];
  try {
    return await db.single<R>(
      text,
      parameters,
      all.map(({ assertion }) => assertion),
    );
  } catch (error) {
    if (!(error instanceof Error) || !FAILED_ASSERTION.test(error.message)) throw error;
    for (const one of all) one.hasChanged = true;
    throw new ChangedTermsError(error);
  }
}

/** Attempts of a call whose merchant changes again and again. */
const MOST_ATTEMPTS = 5;

/** Repeats a call while its merchant has changed since it was read. Each attempt must read it from `KnownMerchants`. */
export async function underCurrentTerms<T>(call: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ChangedTermsError) || attempts === MOST_ATTEMPTS) throw error;
    }
  }
}
