import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldRecord, IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import type { ResourceView } from '../ResourceView.ts';
import { fieldErrors, labelledBy } from '../ui/form/fieldErrors.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { useFailureToast } from '../ui/useFailureToast.ts';
import { useMutationWithToast } from '../ui/useMutationWithToast.ts';
import { useSending } from '../ui/useSending.tsx';
import { useSendChange } from './changeRecords.ts';

interface Change {
  record: IdentifiedRecord;
  values: FieldRecord;
  /** Announced once the server has accepted the change. */
  done: string;
  onDone?(): void;
}

/** Changes fields of a record in a list, as its form would: its revision counts, and a refusal is shown as a message. */
export function useRecordChange({ resource: { name, fields } }: ResourceView) {
  const context = useFormatContext();
  const { translate } = context;
  const sendChange = useSendChange(name);
  const queryClient = useQueryClient();
  const { isBlocked } = useSending();
  const showFailure = useFailureToast();
  const [said, setSaid] = useState('');
  const readAgain = () => queryClient.invalidateQueries({ queryKey: [name] });
  const sending = useMutationWithToast({
    mutationFn: ({ record, values }: Change) =>
      sendChange({ id: record.id, data: { ...values, revision: record['revision'] }, previousData: record }),
    onSuccess(_, { done, onDone }) {
      setSaid(done);
      onDone?.();
      // The record already is as it was stored. Waiting for the lists would keep the user from changing it again.
      void readAgain();
    },
    onError(error: Error) {
      // No form shows the messages at their fields.
      showFailure(fieldErrors(error, [], labelledBy(fields, { ...context, resource: name })).rest ?? error);
      // The records may no longer be as they are shown.
      return readAgain();
    },
  });
  return {
    /** Announcement of the last change, or why there was none. */
    said,
    /** Announces why nothing is changed. */
    say: setSaid,
    /** ID of the record that is being changed, or null. */
    sent: sending.isPending ? sending.variables.record.id : null,
    /** Does nothing while another change is being sent. */
    change(change: Change): void {
      if (sending.isPending) return;
      if (isBlocked) setSaid(translate('form.offline'));
      else sending.mutate(change);
    },
  };
}
