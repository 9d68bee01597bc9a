import { Box, Button, Dialog, DialogActions, DialogContent, type SxProps, type Theme } from '@mui/material';
import { useId, useRef, type KeyboardEvent, type RefObject } from 'react';
import type { Action, Field } from '@merchant-console/declaration';
import { FormatContextProvider } from '../../ui/FormatContext.ts';
import { AfterSubmit } from '../../ui/form/CallForm.tsx';
import { ConsoleForm } from '../../ui/form/ConsoleForm.tsx';
import { PAY_PASSWORD } from '../../ui/form/CredentialInputs.tsx';
import { useFormConditions } from '../../form/formConditions.ts';
import { NoPayPassword } from '../../form/PayPasswordInput.tsx';
import type { ResourceView } from '../../ResourceView.ts';
import type { ActionTarget } from '../OpenAction.ts';
import { ActionResult } from './ActionResult.tsx';
import { ActionTitle } from './ActionTitle.tsx';
import { AttemptNotice } from './AttemptNotice.tsx';
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
  const { action } = target;
  const opened = useOpenedAction(view, target, onClose);
  const { step, fields, proofs, words, targets, quoteRef, isRunning } = opened;
  const conditions = useFormConditions(view, fields, null);
  const mainButton = useRef<HTMLButtonElement>(null);
  const id = useId();
  if (action.result && opened.result !== null) {
    const { value, pending } = opened.result;
    const text = pending ?? action.result.text;
    return <ActionResult result={{ ...action.result, text }} value={value} words={words} onClose={onClose} />;
  }
  const asking = step === 'details';
  const Step = asking ? Details : Confirmation;
  const disabled = isRunning || opened.isUnknown;
  return (
    <FormatContextProvider value={opened.context}>
      <Dialog
        open
        fullWidth
        maxWidth="xs"
        onClose={opened.close}
        onKeyDown={(event) => pressOnCtrlEnter(event, mainButton)}
        slotProps={{ paper: { 'aria-busy': isRunning } }}
      >
        <ConsoleForm
          id={id}
          defaultValues={opened.defaultValues}
          record={NO_RECORD}
          onSubmit={opened.submit}
          sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
        >
          <AfterSubmit formId={id} emptied={proofs.slice(-1)} />
          <ActionTitle title={words.title} subject={words.subject} />
          <DialogContent sx={{ display: 'grid', gap: 2 }}>
            {asking && proofs.includes(PAY_PASSWORD) && <NoPayPassword />}
            <Step words={words} fields={fields} conditions={conditions} disabled={disabled}>
              {targets.status === 'ready' && (
                <ShownFields fields={opened.shown} records={targets.records} isBulk={action.scope === 'bulk'} />
              )}
              <ChosenRecords targets={targets} total={target.ids.length} />
            </Step>
            <QuotedFields
              resource={view.resource.name}
              action={action}
              id={target.ids[0]}
              quoteRef={quoteRef}
              inputs={asking ? fields : NO_FIELDS}
              onFailure={opened.setUnquoted}
            />
            <Box sx={IN_SIGHT}>
              <QuoteNotice error={opened.unquoted} onRetry={() => void quoteRef.current?.ask()} />
              {!asking && <Proofs proofs={proofs} disabled={disabled} />}
              <AttemptNotice
                attempt={opened.attempt}
                failure={opened.failure}
                isIdempotent={action.idempotent}
                onRefresh={() => {
                  opened.refresh();
                  onClose();
                }}
              />
              {!opened.goesOn && opened.sending.reason}
            </Box>
          </DialogContent>
          <ActionButtons action={action} opened={opened} mainButton={mainButton} />
        </ConsoleForm>
      </Dialog>
    </FormatContextProvider>
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
  const { step, proofs, goesOn, isRunning, isUnknown, words } = opened;
  const { translate } = opened.context;
  // "Cancel" next to "Cancel withdrawal" would be ambiguous.
  const leaving = action.warns && proofs.length === 0 ? 'actions.back' : 'filters.cancel';
  const acts = !goesOn && !isUnknown;
  return (
    <DialogActions>
      {step === 'confirmation' && opened.hasDetails && !isUnknown && (
        <Button color="inherit" disabled={isRunning} onClick={() => opened.setStep('details')} sx={{ mr: 'auto' }}>
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
          disabled={!opened.canGo}
          {...(goesOn ? {} : opened.sending.button)}
        >
          {isUnknown && translate('list.retry')}
          {!isUnknown && goesOn && translate('actions.review')}
          {acts && <SubmitLabel words={words} isConfirmed={step === 'confirmation'} />}
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

/** Keeps the form from using the record of the page around it. */
const NO_RECORD = {};
