import { Box, Button, Dialog, DialogActions, DialogContent, type SxProps, type Theme } from '@mui/material';
import { useId, useRef, type KeyboardEvent, type RefObject } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Action, Field } from '@merchant-console/declaration';
import { FormatContextProvider } from '../../ui/FormatContext.ts';
import { AfterSubmit } from '../../ui/form/CallForm.tsx';
import { PAY_PASSWORD } from '../../ui/form/CredentialInputs.tsx';
import { useFormConditions } from '../../form/formConditions.ts';
import { NoPayPassword } from '../../form/PayPasswordInput.tsx';
import type { ResourceView } from '../../ResourceView.ts';
import type { ActionTarget } from '../OpenAction.ts';
import { ActionResult } from './ActionResult.tsx';
import { ActionTitle } from './ActionTitle.tsx';
import { AttemptNotice } from '../steps/AttemptNotice.tsx';
import { ChosenRecords, Confirmation, Details, Proofs, SubmitLabel } from './Details.tsx';
import { QuotedFields } from './QuotedFields.tsx';
import { QuoteNotice } from './QuoteNotice.tsx';
import { ShownFields } from './ShownFields.tsx';
import { useOpenedAction, type OpenedAction } from './useOpenedAction.ts';

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
  const opened = useOpenedAction(view, target, onClose);
  const { form, steps, fields, words } = opened;
  const mainButton = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { action } = target;
  if (action.result && opened.result !== null) {
    const { value, pending } = opened.result;
    const text = pending ?? action.result.text;
    return <ActionResult result={{ ...action.result, text }} value={value} words={words} onClose={onClose} />;
  }
  return (
    <FormatContextProvider value={opened.context}>
      <FormProvider {...form}>
        <Dialog
          open
          fullWidth
          maxWidth="xs"
          onClose={opened.close}
          onKeyDown={(event) => pressOnCtrlEnter(event, mainButton)}
          slotProps={{ paper: { 'aria-busy': steps.isRunning } }}
        >
          <Box
            component="form"
            id={id}
            noValidate
            onSubmit={(event) => void form.handleSubmit(steps.submit)(event)}
            sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
          >
            <AfterSubmit formId={id} emptied={steps.proofs.slice(-1)} />
            <ActionTitle title={words.title} subject={words.subject} />
            <DialogContent sx={{ display: 'grid', gap: 2 }}>
              <Asked view={view} target={target} opened={opened} />
              {action.quote && steps.quote && (
                <QuotedFields
                  fields={action.quote.fields}
                  quote={steps.quote}
                  inputs={steps.step === 'details' ? fields : NO_FIELDS}
                />
              )}
              <Box sx={IN_SIGHT}>
                <QuoteNotice error={steps.unquoted} onRetry={steps.askAgain} />
                {steps.step === 'review' && (
                  <Proofs proofs={steps.proofs} disabled={steps.isRunning || steps.isUnknown} />
                )}
                <AttemptNotice
                  attempt={steps.attempt}
                  failure={steps.failure}
                  isIdempotent={action.idempotent}
                  onRefresh={() => {
                    opened.refresh();
                    onClose();
                  }}
                />
                {!steps.goesOn && steps.sending.reason}
              </Box>
            </DialogContent>
            <ActionButtons action={action} opened={opened} mainButton={mainButton} />
          </Box>
        </Dialog>
      </FormProvider>
    </FormatContextProvider>
  );
}

/** The question with its form, or with what was entered, and the facts on which the user decides. */
function Asked({ view, target, opened }: { view: ResourceView; target: ActionTarget; opened: OpenedAction }) {
  const { steps, fields, shown, words, targets } = opened;
  const conditions = useFormConditions(view, fields, null);
  const isAsking = steps.step === 'details';
  const Step = isAsking ? Details : Confirmation;
  const disabled = steps.isRunning || steps.isUnknown;
  return (
    <>
      {isAsking && steps.proofs.includes(PAY_PASSWORD) && <NoPayPassword />}
      <Step words={words} fields={fields} conditions={conditions} disabled={disabled}>
        {targets.status === 'ready' && (
          <ShownFields fields={shown} records={targets.records} isBulk={target.action.scope === 'bulk'} />
        )}
        <ChosenRecords targets={targets} total={target.ids.length} />
      </Step>
    </>
  );
}

function pressOnCtrlEnter(event: KeyboardEvent, button: RefObject<HTMLButtonElement | null>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  // Otherwise Enter would press the focused button, too.
  event.preventDefault();
  if (!event.repeat) button.current?.click();
}

interface ActionButtonsProps {
  action: Action;
  opened: OpenedAction;
  mainButton: RefObject<HTMLButtonElement | null>;
}

/** One step back, leave, and go on or do it. */
function ActionButtons({ action, opened, mainButton }: ActionButtonsProps) {
  const { steps, words, context } = opened;
  const { step, proofs, goesOn, isRunning, isUnknown } = steps;
  const { translate } = context;
  // "Cancel" next to "Cancel withdrawal" would be ambiguous.
  const leaving = action.warns && proofs.length === 0 ? 'actions.back' : 'filters.cancel';
  const acts = !goesOn && !isUnknown;
  return (
    <DialogActions>
      {step === 'review' && steps.hasDetails && !isUnknown && (
        <Button color="inherit" disabled={isRunning} onClick={steps.back} sx={{ mr: 'auto' }}>
          {translate('actions.back')}
        </Button>
      )}
      <Button color="inherit" disabled={isRunning} onClick={opened.close}>
        {translate(isUnknown ? 'shell.close' : leaving)}
      </Button>
      {(!isUnknown || action.idempotent) && (
        <Button
          ref={mainButton}
          type="submit"
          aria-keyshortcuts="Control+Enter"
          variant="contained"
          color={action.warns && acts ? 'error' : 'primary'}
          loading={isRunning}
          disabled={!steps.canGo}
          {...(goesOn ? {} : steps.sending.button)}
        >
          {isUnknown && translate('list.retry')}
          {!isUnknown && goesOn && translate('actions.review')}
          {acts && <SubmitLabel words={words} isConfirmed={step === 'review'} />}
        </Button>
      )}
    </DialogActions>
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

const NO_FIELDS: readonly Field[] = [];
