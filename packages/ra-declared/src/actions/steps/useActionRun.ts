import { useRef, useState } from 'react';
import { useDataProvider, type Identifier } from 'react-admin';
import type { Action, Field } from '@merchant-console/declaration';
import {
  errorOf,
  outcomeOf,
  type FailedOutcome,
  type ActionParams,
  type ActionAnswer,
} from '@merchant-console/ra-provider';
import type { DeclaredDataProvider } from '../../DeclaredDataProvider.ts';
import type { FieldRecord } from '../../fields/FieldTypeDefinition.ts';
import { valuesToSend } from '../../form/formValues.ts';
import type { ProofSource } from '../../ui/form/CredentialInputs.tsx';
import { useIdempotencyKey } from '../../useIdempotencyKey.ts';
import { useIsGone } from '../../ui/useIsGone.ts';

export type Attempt =
  { phase: 'waiting' } | { phase: 'running' } | { phase: FailedOutcome; error: Error } | { phase: 'done' };

type ActionRequest = Omit<ActionParams, 'idempotencyKey' | 'signal'>;

/** A failed attempt. */
interface Failure {
  outcome: FailedOutcome;
  error: Error;
}

interface ActionRun {
  attempt: Attempt;
  /** Makes the call, unless one is running. Resolves to the failure, or to null. */
  start(request: ActionRequest): Promise<Failure | null>;
  /** Repeats the last call unchanged. */
  retry(): Promise<Failure | null>;
  /** The idempotency key of the next call. */
  key(): string;
  /** Continues an attempt with an unknown outcome, made with `key` before the page was reloaded. */
  resume(key: string): void;
  /** Makes the next call a new one, whatever the outcome of earlier attempts. */
  renew(): void;
}

interface Options {
  resource: string;
  isIdempotent: boolean;
  onDone(result: ActionAnswer): void;
  /** Called instead of returning the failure if the page was left before the response. */
  onFailedUnseen(error: Error): void;
}

/**
 * Makes the attempts at one action while its dialog is open. Leaving the page doesn't abort an attempt, because the
 * server may have executed it already.
 */
export function useActionRun({ resource, isIdempotent, ...options }: Options): ActionRun {
  const dataProvider = useDataProvider<DeclaredDataProvider>();
  const [attempt, setAttempt] = useState<Attempt>({ phase: 'waiting' });
  const key = useIdempotencyKey();
  const last = useRef<ActionRequest | null>(null);
  const isRunning = useRef(false);
  const isGone = useIsGone();

  function fail(error: Error): Failure | null {
    const failure = { outcome: outcomeOf(error), error };
    key.failed(failure.outcome);
    setAttempt({ phase: failure.outcome, error });
    if (!isGone.current) return failure;
    options.onFailedUnseen(error);
    return null;
  }

  async function start(request: ActionRequest): Promise<Failure | null> {
    if (isRunning.current) return null;
    isRunning.current = true;
    last.current = request;
    setAttempt({ phase: 'running' });
    try {
      const idempotencyKey = isIdempotent ? key.current() : null;
      const result = await dataProvider.runAction(resource, { ...request, idempotencyKey });
      setAttempt({ phase: 'done' });
      options.onDone(result);
      return null;
    } catch (error) {
      return fail(errorOf(error));
    } finally {
      isRunning.current = false;
    }
  }

  return {
    attempt,
    start,
    retry: async () => last.current && start(last.current),
    key: key.current,
    resume: key.resume,
    renew: key.renew,
  };
}

interface Submission {
  ids: readonly Identifier[];
  fields: readonly Field[];
  proofs: readonly ProofSource[];
  typed: FieldRecord;
  /** The quote that the user has agreed to, or null if there is none. */
  agreed: FieldRecord | null;
}

/** The call of an action with what its form holds. */
export function requestOf(
  { action, values }: { action: Action; values?: FieldRecord | undefined },
  { ids, fields, proofs, typed, agreed }: Submission,
): ActionRequest {
  const [id] = ids;
  const parts = Object.entries(agreed && action.quote ? action.quote.agreed : {});
  return {
    action,
    values: {
      ...values,
      ...valuesToSend(fields, 'create', typed, null),
      ...Object.fromEntries(parts.map(([source, part]) => [source, agreed?.[part] ?? null])),
      ...Object.fromEntries(proofs.map((proof) => [proof, typed[proof]])),
    },
    ...(action.slow && { isLong: true }),
    ...(action.scope === 'row' && id !== undefined && { id }),
    ...(action.scope === 'bulk' && { ids }),
  };
}
