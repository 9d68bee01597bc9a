import { Alert, AlertTitle, Box, Stack } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { MoneyForm } from '#shared/contract/moneyForms.ts';
import { type Action, plainText } from '@merchant-console/declaration';
import { type FieldRecord, LeaveGuard, useFormatContext, useResourcePlace } from '@merchant-console/ra-declared';
import {
  AfterSubmit,
  DraftNotice,
  initialValues,
  NoPayPassword,
  useDraft,
} from '@merchant-console/ra-declared/internal';
import { DetailsStep } from './DetailsStep.tsx';
import { formColumns } from './formColumns.ts';
import { firstChoice } from './moneyChoices.ts';
import { formKey, type MoneyKind } from './moneyKinds.ts';
import { ReviewStep } from './ReviewStep.tsx';
import { PAYEE, TRY, useMoneyForm } from './useMoneyForm.ts';

interface MoneyFormStepsProps {
  kind: MoneyKind;
  /** Address of the page. */
  address: string;
  action: Action;
  /** The choices for the request. */
  offer: MoneyForm;
  /** Called if the choices may have changed. */
  onRefused(): void;
}

/** Form and review of one request. Unmounted with its idempotency key once the request is made. */
export function MoneyFormSteps({ kind, address, action, offer, onRefused }: MoneyFormStepsProps) {
  const payees = useResourcePlace('payees');
  const offered: Readonly<Record<string, boolean>> = {
    [PAYEE]: payees !== null,
    save_payee: payees?.permissions.includes('payees.create') ?? false,
  };
  const ofQuote = action.quote?.agreed ?? {};
  const fields = action.form.filter(({ source }) => !Object.hasOwn(ofQuote, source) && offered[source] !== false);
  const form = useForm<FieldRecord>({
    defaultValues: { ...initialValues([...fields, TRY], null), [kind.choice]: firstChoice(kind, offer) },
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isDone = useRef(false);
  const isLeaving = useRef(false);
  const formId = useId();
  const draft = useDraft({ form, fields: [...fields, TRY], mode: 'create', isDone });
  const request = useMoneyForm({
    kind,
    action,
    fields,
    form,
    onRefused,
    onDone(record) {
      isDone.current = true;
      const channel = form.getValues(kind.choice);
      if (kind.choice === 'channel_id')
        queryClient.setQueryData<MoneyForm>(
          formKey(kind),
          (now) => now && { ...now, last_channel_id: plainText(channel) },
        );
      // The response is the record, so it needn't be fetched.
      queryClient.setQueryData([kind.resource, 'getOne', { id: record.id, meta: undefined }], record);
      // Back navigation must not lead to the completed form.
      void navigate(`${address}?result=${encodeURIComponent(record.id)}`, { replace: true });
    },
  });
  const [search, setSearch] = useSearchParams();
  const named = search.get(PAYEE);
  const choosePayee = useEffectEvent((id: string) => {
    // A request that may have been made stays as it is.
    if (request.isRunning || request.isUnknown) return;
    request.back();
    form.setValue(PAYEE, id);
    setSearch({}, { replace: true });
  });
  useEffect(() => {
    if (named !== null) choosePayee(named);
  }, [named]);
  return (
    <FormProvider {...form}>
      <Stack sx={{ minWidth: 0, '& > [role=status]:not(:empty)': { mb: 2, maxWidth: 640 } }}>
        <AfterSubmit formId={formId} emptied={request.proofs} />
        <DraftNotice draft={draft} />
        {draft && !request.isRunning && <UnknownTry />}
        {!request.agreed && action.payPassword && (
          <Box sx={{ maxWidth: 640, mb: 2, '&:empty': { display: 'none' } }}>
            <NoPayPassword />
          </Box>
        )}
        <Box
          component="form"
          id={formId}
          noValidate
          autoComplete="off"
          aria-busy={request.isRunning}
          onSubmit={(event) => void form.handleSubmit(request.submit)(event)}
          sx={formColumns}
        >
          {request.agreed ? (
            <ReviewStep
              kind={kind}
              action={action}
              fields={fields}
              offer={offer}
              request={request}
              agreed={request.agreed}
            />
          ) : (
            <DetailsStep kind={kind} action={action} fields={fields} offer={offer} request={request} />
          )}
        </Box>
      </Stack>
      <LeaveGuard isDone={isDone} isLeaving={isLeaving} onStay={() => {}} />
    </FormProvider>
  );
}

/** Notice on restored input that was sent before with an unknown outcome. */
function UnknownTry() {
  const { translate } = useFormatContext();
  const sent: unknown = useWatch({ name: TRY.source });
  if (typeof sent !== 'string') return null;
  return (
    <Alert severity="warning" sx={{ mb: 2, maxWidth: 640 }}>
      <AlertTitle>{translate('actions.unknown_title')}</AlertTitle>
      {translate('actions.unknown_retry')}
    </Alert>
  );
}
