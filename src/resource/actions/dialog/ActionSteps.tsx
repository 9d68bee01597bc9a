import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId } from 'react';
import { useRefresh } from 'react-admin';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { useSending } from '#console/ui/useSending.tsx';
import { ActionResult } from './ActionResult.tsx';
import { AttemptNotice } from './AttemptNotice.tsx';
import { ChosenRecords, Details } from './Details.tsx';
import { ShownFields } from './ShownFields.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { QuotedFields } from './QuotedFields.tsx';
import { useActionSteps, type ActionStepsConfig } from './useActionSteps.ts';
import { useActionWords } from './useActionWords.ts';

/**
 * Question, form and payment password of an action, one after the other. It can't be closed while the action is under
 * way; while it is not known whether it was done, what was sent stays as it is, to be sent again or left alone.
 */
export function ActionSteps(config: ActionStepsConfig) {
  const { view, target, shown, fields, onClose } = config;
  const { action } = target;
  const { translate } = useFormatContext();
  const words = useActionWords(view, target);
  const steps = useActionSteps(config, words);
  const sending = useSending();
  const refresh = useRefresh();
  const titleId = useId();
  const { attempt, targets, step } = steps;
  const isRunning = attempt.phase === 'running' || attempt.phase === 'done';
  const isUnknown = attempt.phase === 'unknown';
  const canGo = targets.status === 'ready' && (action.scope !== 'bulk' || targets.ids.length > 0);

  const close = () => {
    if (isRunning) return;
    // Whether it was done or not, the page should show it.
    if (isUnknown) refresh();
    onClose();
  };
  const refreshAndClose = () => {
    refresh();
    onClose();
  };
  const goesOn = step === 'details' && steps.proof !== null;
  const endLabel = words.submit ?? (step === 'password' ? translate('actions.confirm') : words.label);
  const submitLabel = goesOn ? translate('actions.review') : endLabel;
  const quoted = action.quote && steps.quote && (
    <QuotedFields quote={steps.quote} fields={action.quote.fields} formFields={fields} />
  );
  const facts = (
    <>
      {targets.status === 'ready' && (
        <ShownFields fields={shown} records={targets.records} isBulk={action.scope === 'bulk'} />
      )}
      <ChosenRecords targets={targets} total={target.ids.length} />
    </>
  );
  // "Cancel" beside "Cancel withdrawal" would say the same.
  const leaving = action.warns && !steps.proof ? 'actions.back' : 'filters.cancel';
  if (action.result && steps.result !== null) {
    return <ActionResult result={action.result} value={steps.result} words={words} onClose={onClose} />;
  }
  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      onClose={close}
      aria-labelledby={titleId}
      slotProps={{ paper: { 'aria-busy': isRunning } }}
    >
      <Box
        component="form"
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          if (canGo && (goesOn || !sending.isBlocked)) steps.submit();
        }}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id={titleId}>{words.title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {step === 'details' || !steps.proof ? (
            <>
              <Details {...{ words, fields }} disabled={isRunning || isUnknown}>
                {facts}
              </Details>
              {quoted}
            </>
          ) : (
            <PasswordStep {...{ words, steps, fields, kind: steps.proof.kind }} disabled={isRunning || isUnknown}>
              {facts}
              {quoted}
            </PasswordStep>
          )}
          <AttemptNotice
            {...{ attempt, isIdempotent: action.idempotent, failure: steps.failure }}
            onRefresh={refreshAndClose}
          />
          {!goesOn && sending.reason}
        </DialogContent>
        <DialogActions>
          {steps.back && !isUnknown && (
            <Button color="inherit" disabled={isRunning} onClick={steps.back} sx={{ mr: 'auto' }}>
              {translate('actions.back')}
            </Button>
          )}
          <Button color="inherit" disabled={isRunning} onClick={close}>
            {translate(isUnknown ? 'shell.close' : leaving)}
          </Button>
          {isUnknown && action.idempotent && (
            <Button variant="contained" {...sending.button} onClick={() => !sending.isBlocked && steps.retry()}>
              {translate('list.retry')}
            </Button>
          )}
          {!isUnknown && (
            <Button
              type="submit"
              variant="contained"
              color={action.warns && !goesOn ? 'error' : 'primary'}
              loading={isRunning}
              disabled={!canGo}
              {...(goesOn ? {} : sending.button)}
            >
              {submitLabel}
            </Button>
          )}
        </DialogActions>
      </Box>
    </Dialog>
  );
}
