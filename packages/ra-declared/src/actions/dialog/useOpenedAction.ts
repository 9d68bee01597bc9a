import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useRefresh } from 'react-admin';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { Action, Field } from '@merchant-console/declaration';
import type { FieldRecord } from '../../fields/FieldTypeDefinition.ts';
import { useOpeningDefaults } from '../../form/newValues.tsx';
import { PAY_PASSWORD, TOTP_CODE } from '../../ui/form/CredentialInputs.tsx';
import type { ResourceView } from '../../ResourceView.ts';
import { useResourceFormat } from '../../useResourceFormat.ts';
import type { ActionTarget } from '../OpenAction.ts';
import { useActionSteps } from '../steps/useActionSteps.ts';
import { valuesOnOpening } from './actionValues.ts';
import { actionWords } from './actionWords.ts';
import { pendingIn, useSuccess } from './useSuccess.ts';
import { useTargets } from './useTargets.ts';

/** What an open action asks, what has been answered, and its attempts. The dialog shows it. */
export function useOpenedAction(view: ResourceView, target: ActionTarget, onClose: () => void) {
  const { resource } = view;
  const { action, records, values } = target;
  const { fields, shown } = useAskedAndShown(view, action);
  const context = useResourceFormat(resource.name, [...fields, ...shown, ...(action.quote?.fields ?? [])], records);
  const refresh = useRefresh();
  const words = actionWords(view, target, context);
  const targets = useTargets(view, target, shown);
  const succeed = useSuccess(view, target, words);
  const ids = targets.status === 'ready' ? targets.ids : [];
  const [result, setResult] = useState<{ value: string; pending: string | null } | null>(null);
  const opened = useOpeningDefaults();
  const form = useForm<FieldRecord>({
    defaultValues: { ...valuesOnOpening(opened(fields), action, records), [PAY_PASSWORD]: '', [TOTP_CODE]: '' },
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const steps = useActionSteps({
    ...{ resource: resource.name, action, ids, values, fields, recordFields: resource.fields, form },
    label: words.label,
    isReady: targets.status === 'ready' && (action.scope !== 'bulk' || ids.length > 0),
    onDone(answer) {
      succeed(answer, ids);
      const made = resultIn(action, answer.data);
      if (made === null) onClose();
      else setResult({ value: made, pending: pendingIn(answer.data, words) });
    },
  });
  const { submit, canGo, proofs, isRunning, isUnknown } = steps;

  // Starts an action that asks nothing. Without a connection it waits for the user, and doesn't start by itself later.
  const begin = useEffectEvent(() => void submit({}));
  const hasBegun = useRef(false);
  const asksNothing = action.confirm === null && fields.length === 0 && proofs.length === 0;
  useEffect(() => {
    if (!asksNothing || !canGo || hasBegun.current) return;
    hasBegun.current = true;
    begin();
  }, [asksNothing, canGo]);

  const close = () => {
    if (isRunning) return;
    // The page should show the record's current state, whether the action was executed or not.
    if (isUnknown) refresh();
    onClose();
  };
  return { form, steps, fields, shown, context, words, targets, result, close, refresh };
}

export type OpenedAction = ReturnType<typeof useOpenedAction>;

/** The inputs of an action's form, without what comes from its quote, and the fields on which the user decides. */
function useAskedAndShown({ resource }: ResourceView, action: Action): Record<'fields' | 'shown', readonly Field[]> {
  return useMemo(
    () => ({
      fields: action.form.filter(({ source }) => !Object.hasOwn(action.quote?.agreed ?? {}, source)),
      shown: action.shows.flatMap((source) => resource.fields.find((field) => field.source === source) ?? []),
    }),
    [resource, action],
  );
}

/** The part of the response that the action shows once, or null if there is none. */
function resultIn({ result }: Action, data: unknown): string | null {
  const answer = z.record(z.string(), z.unknown()).safeParse(data).data;
  const value = result && answer?.[result.source];
  return typeof value === 'string' ? value : null;
}
