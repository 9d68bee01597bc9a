import { Alert, AlertTitle, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material';
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import { useFormContext, useFormState, type FieldValues } from 'react-hook-form';
import { useFormatContext } from '../FormatContext.ts';
import { LiveRegion } from '../LiveRegion.tsx';
import { useSending } from '../useSending.tsx';
import { ConsoleForm } from './ConsoleForm.tsx';
import { submissionErrors } from './fieldErrors.ts';

interface CallFormProps<Values extends Record<string, unknown>> extends Pick<
  Parameters<typeof ConsoleForm>[0],
  'sx' | 'children'
> {
  /** Initial value of each input. The server's messages are shown at the inputs named here. */
  defaultValues: Values;
  /** Makes the call. It never runs twice at once or without a connection. Rejects if the server rejects the call. */
  call(values: Values): Promise<unknown>;
  /** Inputs to empty after a rejection, such as a code that works only once. */
  emptied?: readonly string[];
}

/**
 * A form that makes one call. Errors are shown at their inputs, all others in `CallFailure`. The first invalid input
 * gets the focus.
 */
export function CallForm<Values extends Record<string, unknown>>(props: CallFormProps<Values>) {
  const { defaultValues, call, emptied = [], sx, children } = props;
  const id = useId();
  const { translate } = useFormatContext();
  const { isBlocked } = useSending();
  const isRunning = useRef(false);
  const isDone = useRef(false);
  async function submit(values: FieldValues) {
    if (isBlocked || isRunning.current) return undefined;
    isRunning.current = true;
    try {
      await call({ ...defaultValues, ...values });
      isDone.current = true;
      return undefined;
    } catch (failure) {
      return submissionErrors(failure, Object.keys(defaultValues), translate);
    } finally {
      isRunning.current = false;
    }
  }
  const takeNext = () => {
    const next = isDone.current ? defaultValues : null;
    isDone.current = false;
    return next;
  };
  return (
    <ConsoleForm id={id} defaultValues={defaultValues} sx={sx} mode="onSubmit" record={NO_RECORD} onSubmit={submit}>
      {children}
      <AfterSubmit formId={id} emptied={emptied} takeNext={takeNext} />
    </ConsoleForm>
  );
}

/** Keeps the form from using the record of the page around it. */
const NO_RECORD = {};

interface AfterSubmitProps {
  formId: string;
  emptied: readonly string[];
  /** Returns the values that the form is reset to after a successful call, or null. */
  takeNext?: () => Record<string, unknown> | null;
}

/** Resets the form after a successful call. After an error, moves the focus to the first invalid input. */
export function AfterSubmit({ formId, emptied, takeNext }: AfterSubmitProps) {
  const { setValue, reset } = useFormContext();
  const { submitCount, errors } = useFormState();
  const seenSubmits = useRef(submitCount);
  const follow = useEffectEvent(() => {
    const next = takeNext?.();
    if (next) return reset(next);
    const isRefused = errors.root !== undefined || Object.values(errors).some((error) => error?.type === 'server');
    if (isRefused) for (const source of emptied) setValue(source, '');
    // The inputs are marked as invalid in the same update.
    queueMicrotask(() => {
      const form = document.getElementById(formId);
      const [first] = isRefused ? emptied : [];
      const wrong = form?.querySelector<HTMLElement>('[aria-invalid=true]');
      (wrong ?? form?.querySelector<HTMLElement>(`[name="${first}"]`))?.focus();
    });
  });
  useEffect(() => {
    const isNew = submitCount > seenSubmits.current;
    seenSubmits.current = submitCount;
    if (isNew) follow();
  }, [submitCount]);
  return null;
}

/**
 * Shows the error that no input of the form can show.
 *
 * @param unknown what to do if the server may have executed the call
 */
export function CallFailure({ unknown }: { unknown?: string | undefined }) {
  const { translate } = useFormatContext();
  const { root } = useFormState().errors;
  const maybeDone = unknown === undefined ? undefined : root?.['unknown']?.message;
  const failure = maybeDone ?? (root?.['refused'] ?? root?.['unknown'] ?? root?.['serverError'])?.message;
  return (
    <LiveRegion role="alert">
      {failure && (
        <Alert role="presentation" severity={maybeDone ? 'warning' : 'error'}>
          {maybeDone && <AlertTitle>{translate('actions.unknown_title')}</AlertTitle>}
          <div>{failure}</div>
          {maybeDone && unknown}
        </Alert>
      )}
    </LiveRegion>
  );
}

interface FormButtonsProps {
  /** Label of the submit button. */
  submit: string;
  isDisabled?: boolean;
  /** True to put the buttons at the end of the line, the submit button last. */
  isAtEnd?: boolean;
  onCancel?: () => void;
}

/** Submit and cancel buttons of a form. Without a connection, the submit button is blocked and the reason is shown. */
export function FormButtons({ submit, isDisabled = false, isAtEnd = false, onCancel }: FormButtonsProps) {
  const { translate } = useFormatContext();
  const { isSubmitting } = useFormState();
  const sending = useSending();
  const cancel = onCancel && (
    <Button color="inherit" disabled={isSubmitting} onClick={onCancel}>
      {translate('filters.cancel')}
    </Button>
  );
  return (
    <>
      {sending.reason}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: isAtEnd ? 'flex-end' : 'flex-start' }}>
        {isAtEnd && cancel}
        <Button type="submit" variant="contained" loading={isSubmitting} disabled={isDisabled} {...sending.button}>
          {submit}
        </Button>
        {!isAtEnd && cancel}
      </Stack>
    </>
  );
}

interface CallDialogProps<Values extends Record<string, unknown>> extends CallFormProps<Values> {
  title: string;
  /** Label of the submit button. */
  submit: string;
  isDangerous?: boolean;
  /** Help for users if the server may have executed the call. */
  unknown?: string | undefined;
  onClose(): void;
}

/** A form that makes one call in a dialog, which can't be closed during the call. */
export function CallDialog<Values extends Record<string, unknown>>(props: CallDialogProps<Values>) {
  const { title, call, children, submit, isDangerous = false, unknown, onClose, ...form } = props;
  const [isBusy, setBusy] = useState(false);
  const tracked = (values: Values) => {
    setBusy(true);
    return call(values).finally(() => setBusy(false));
  };
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={isBusy ? undefined : onClose}>
      <CallForm {...form} call={tracked} sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
        <DialogTitle>{title}</DialogTitle>
        <DialogBody submit={submit} isDangerous={isDangerous} unknown={unknown} onClose={onClose}>
          {children}
        </DialogBody>
      </CallForm>
    </Dialog>
  );
}

type DialogBodyProps = Pick<CallDialogProps<never>, 'submit' | 'isDangerous' | 'unknown' | 'onClose'> & {
  children: ReactNode;
};

function DialogBody({ children, submit, isDangerous, unknown, onClose }: DialogBodyProps) {
  const { translate } = useFormatContext();
  const { isSubmitting } = useFormState();
  const sending = useSending();
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {children}
        <CallFailure unknown={unknown} />
        {sending.reason}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={isSubmitting}>
          {translate('filters.cancel')}
        </Button>
        <Button
          type="submit"
          variant="contained"
          color={isDangerous ? 'error' : 'primary'}
          loading={isSubmitting}
          {...sending.button}
        >
          {submit}
        </Button>
      </DialogActions>
    </>
  );
}
