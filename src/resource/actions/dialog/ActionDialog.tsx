import { Box, Button, Dialog, DialogActions, DialogContent, type SxProps, type Theme } from '@mui/material';
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNotify, useRefresh } from 'react-admin';
import { z } from 'zod';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import type { Action, Field } from '@merchant-console/declaration';
import { isPassing } from '@merchant-console/ra-provider';
import { errorText } from '#console/ui/FailureAlert.tsx';
import { FormatContextProvider } from '#console/ui/FormatContext.ts';
import { AfterSubmit } from '#console/ui/form/CallForm.tsx';
import { ConsoleForm } from '#console/ui/form/ConsoleForm.tsx';
import { PAY_PASSWORD, TOTP_CODE, type ProofSource } from '#console/ui/form/CredentialInputs.tsx';
import { fieldErrors, submissionErrors } from '#console/ui/form/fieldErrors.ts';
import { useSending } from '#console/ui/useSending.tsx';
import { NoPayPassword } from '../../form/PayPasswordInput.tsx';
import type { ResourceView } from '../../ResourceView.ts';
import { useResourceFormat } from '../../useResourceFormat.ts';
import type { ActionTarget } from '../OpenAction.ts';
import { ActionResult } from './ActionResult.tsx';
import { requestOf, valuesOnOpening } from './actionValues.ts';
import { AttemptNotice } from './AttemptNotice.tsx';
import { ChosenRecords, Confirmation, Details, Proofs, SubmitLabel } from './Details.tsx';
import { QuotedFields } from './QuotedFields.tsx';
import { QuoteNotice } from './QuoteNotice.tsx';
import { ShownFields } from './ShownFields.tsx';
import type { ActionQuote } from './useActionQuote.ts';
import { useActionRun } from './useActionRun.ts';
import { ActionTitle } from './ActionTitle.tsx';
import { actionWords } from './actionWords.ts';
import { pendingIn, useSuccess } from './useSuccess.ts';
import { useTargets } from './useTargets.ts';

interface ActionDialogProps {
  view: ResourceView;
  target: ActionTarget;
  onClose(): void;
}

/**
 * Question, form and payment password of an action, one after the other, in one dialog. It can't be closed during the
 * call. While the outcome is unknown, the values can only be sent again unchanged. Ctrl+Enter, or Cmd+Enter on a Mac,
 * presses the main button. That button never has the focus from the start, so that a held Enter can't decide anything.
 */
export function ActionDialog({ view, target, onClose }: ActionDialogProps) {
  const { resource } = view;
  const { action, records } = target;
  const { quote } = action;
  const fields = useMemo(
    () => action.form.filter(({ source }) => !Object.hasOwn(quote?.agreed ?? {}, source)),
    [action, quote],
  );
  const shown = useMemo(
    () => action.shows.flatMap((source) => resource.fields.find((field) => field.source === source) ?? []),
    [resource, action],
  );
  const context = useResourceFormat(resource.name, [...fields, ...shown, ...(quote?.fields ?? [])], records);
  const { translate } = context;
  const notify = useNotify();
  const refresh = useRefresh();
  const sending = useSending();
  const words = actionWords(view, target, context);
  const targets = useTargets(view, target, shown);
  const succeed = useSuccess(view, target, words);
  const ids = targets.status === 'ready' ? targets.ids : [];
  const proofs = proofsOf(action);
  const needsProof = proofs.length > 0;
  const sources = [...fields.map(({ source }) => source), ...proofs];
  // The question and the credentials share one step. A form comes before them.
  const hasDetails = fields.length > 0 || !needsProof;
  const [step, setStep] = useState<'details' | 'confirmation'>(hasDetails ? 'details' : 'confirmation');
  const [result, setResult] = useState<{ value: string; pending: string | null } | null>(null);
  const [defaultValues] = useState(() => ({
    ...valuesOnOpening(fields, action, records),
    ...Object.fromEntries(proofs.map((proof) => [proof, ''])),
  }));
  const quoteRef = useRef<ActionQuote | null>(null);
  const [unquoted, setUnquoted] = useState<Error | null>(null);
  const mainButton = useRef<HTMLButtonElement>(null);
  const id = useId();

  const { attempt, start, retry } = useActionRun({
    resource: resource.name,
    isIdempotent: action.idempotent,
    onDone: (answer) => {
      succeed(answer, ids);
      const made = resultIn(action, answer.data);
      if (made === null) onClose();
      else setResult({ value: made, pending: pendingIn(answer.data, words) });
    },
    onFailedUnseen: (error) =>
      notify(translate('list.labelled', { label: words.label, text: errorText(error, translate) }), { type: 'error' }),
  });
  const isRunning = attempt.phase === 'running' || attempt.phase === 'done';
  const isUnknown = attempt.phase === 'unknown';
  // Asked again, the server would say the same. A quote that failed for another reason is requested by the button.
  const isRefused = !isUnknown && unquoted !== null && !isPassing(unquoted);
  const canGo = !isRefused && targets.status === 'ready' && (action.scope !== 'bulk' || ids.length > 0);
  const goesOn = step === 'details' && needsProof;

  async function submit(typed: FieldRecord) {
    if (!canGo || isRunning) return undefined;
    // Users can only agree to a quote that they have been shown.
    if (quote && !isUnknown && !quoteRef.current?.answer) {
      const isQuoted = await quoteRef.current?.ask();
      if (!isQuoted || !goesOn) return undefined;
    }
    if (goesOn) {
      setStep('confirmation');
      return undefined;
    }
    if (sending.isBlocked) return undefined;
    const failed = await (isUnknown
      ? retry()
      : start(requestOf(target, { ids, fields, proofs, typed, agreed: quoteRef.current?.agreed })));
    if (failed?.outcome !== 'refused') return undefined;
    if (isAbout(failed.error, Object.keys(quote?.agreed ?? {}))) void quoteRef.current?.ask();
    if (isAbout(failed.error, fields.map(({ source }) => source))) flushSync(() => setStep('details')); // prettier-ignore
    return submissionErrors(failed.error, sources, translate);
  }

  // Starts an action that asks nothing. Without a connection it waits for the user, and doesn't start by itself later.
  const begin = useEffectEvent(() => void submit({}));
  const hasBegun = useRef(false);
  const asksNothing = action.confirm === null && fields.length === 0 && !needsProof;
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
  if (action.result && result !== null) {
    const text = result.pending ?? action.result.text;
    return <ActionResult result={{ ...action.result, text }} value={result.value} words={words} onClose={onClose} />;
  }
  // "Cancel" next to "Cancel withdrawal" would be ambiguous.
  const leaving = action.warns && !needsProof ? 'actions.back' : 'filters.cancel';
  const facts = (
    <>
      {targets.status === 'ready' && (
        <ShownFields fields={shown} records={targets.records} isBulk={action.scope === 'bulk'} />
      )}
      <ChosenRecords targets={targets} total={target.ids.length} />
    </>
  );
  const parts = { words, fields, disabled: isRunning || isUnknown };
  return (
    <FormatContextProvider value={context}>
      <Dialog
        open
        fullWidth
        maxWidth="xs"
        onClose={close}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          // Otherwise Enter would press the focused button, too.
          event.preventDefault();
          if (!event.repeat) mainButton.current?.click();
        }}
        slotProps={{ paper: { 'aria-busy': isRunning } }}
      >
        <ConsoleForm
          id={id}
          defaultValues={defaultValues}
          record={NO_RECORD}
          onSubmit={submit}
          sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
        >
          <AfterSubmit formId={id} emptied={proofs.slice(-1)} />
          <ActionTitle title={words.title} subject={words.subject} />
          <DialogContent sx={{ display: 'grid', gap: 2 }}>
            {step === 'details' && proofs.includes(PAY_PASSWORD) && <NoPayPassword />}
            {step === 'details' ? (
              <Details {...parts}>{facts}</Details>
            ) : (
              <Confirmation {...parts}>{facts}</Confirmation>
            )}
            <QuotedFields
              resource={resource.name}
              action={action}
              id={target.ids[0]}
              quoteRef={quoteRef}
              inputs={step === 'details' ? fields : NO_FIELDS}
              onFailure={setUnquoted}
            />
            <Box sx={IN_SIGHT}>
              <QuoteNotice error={unquoted} onRetry={() => void quoteRef.current?.ask()} />
              {step === 'confirmation' && <Proofs proofs={proofs} disabled={parts.disabled} />}
              <AttemptNotice
                attempt={attempt}
                failure={attempt.phase === 'refused' ? fieldErrors(attempt.error, sources, quote === null).rest : null}
                isIdempotent={action.idempotent}
                onRefresh={() => {
                  refresh();
                  onClose();
                }}
              />
              {!goesOn && sending.reason}
            </Box>
          </DialogContent>
          <DialogActions>
            {step === 'confirmation' && hasDetails && !isUnknown && (
              <Button color="inherit" disabled={isRunning} onClick={() => setStep('details')} sx={{ mr: 'auto' }}>
                {translate('actions.back')}
              </Button>
            )}
            <Button color="inherit" disabled={isRunning} onClick={close}>
              {translate(isUnknown ? 'shell.close' : leaving)}
            </Button>
            {(!isUnknown || action.idempotent) && (
              <Button
                ref={mainButton}
                type="submit"
                aria-keyshortcuts="Control+Enter"
                variant="contained"
                color={action.warns && !goesOn && !isUnknown ? 'error' : 'primary'}
                loading={isRunning}
                disabled={!canGo}
                {...(goesOn ? {} : sending.button)}
              >
                {isUnknown && translate('list.retry')}
                {!isUnknown && goesOn && translate('actions.review')}
                {!isUnknown && !goesOn && <SubmitLabel words={words} isConfirmed={step === 'confirmation'} />}
              </Button>
            )}
          </DialogActions>
        </ConsoleForm>
      </Dialog>
    </FormatContextProvider>
  );
}

/**
 * Above the buttons, over facts that don't fit, so that on a phone credentials and what is wrong with them are seen.
 * The facts fade out towards it where they continue. At their end, the fade covers the gap below them. Without height
 * for both, it follows the facts.
 */
const IN_SIGHT: SxProps<Theme> = {
  position: 'sticky',
  '@media (max-height: 480px)': { position: 'relative' },
  bottom: -20,
  zIndex: 1,
  display: 'grid',
  gap: 2,
  mt: 1,
  pt: 1,
  '&::before': {
    content: '""',
    position: 'absolute',
    insetInline: 0,
    bottom: '100%',
    height: '24px',
    background: ({ palette }) => `linear-gradient(to top, ${palette.background.paper}, transparent)`,
    pointerEvents: 'none',
  },
  mb: '-20px',
  pb: '20px',
  bgcolor: 'background.paper',
  '&:not(:has(> :not(:empty)))': { position: 'absolute', '&::before': { content: 'none' } },
};

/** True if the server rejected one of the form's values. */
const isAbout = (error: Error, sources: readonly string[]) => fieldErrors(error, sources).byField.length > 0;

const NO_FIELDS: readonly Field[] = [];

/** Keeps the form from using the record of the page around it. */
const NO_RECORD = {};

const PROOFS = [PAY_PASSWORD, TOTP_CODE] as const;

/** Sources of the credentials that an action asks for. */
function proofsOf({ payPassword, totp }: Pick<Action, 'payPassword' | 'totp'>): ProofSource[] {
  const asked = { [PAY_PASSWORD]: payPassword, [TOTP_CODE]: totp };
  return PROOFS.filter((source) => asked[source]);
}

/** The part of the response that the action shows once, or null if there is none. */
function resultIn({ result }: Action, data: unknown): string | null {
  const answer = z.record(z.string(), z.unknown()).safeParse(data).data;
  const value = result && answer?.[result.source];
  return typeof value === 'string' ? value : null;
}
