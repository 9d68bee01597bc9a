import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import { acceptsValue, choiceLabel, type KanbanView } from '@merchant-console/declaration';
import type { DeclaredDataProvider } from '../../DeclaredDataProvider.ts';
import type { IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import type { ResourceView } from '../../ResourceView.ts';
import { fieldErrors, labelledBy } from '../../ui/form/fieldErrors.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { useFailureToast } from '../../ui/useFailureToast.ts';
import { useMutationWithToast } from '../../ui/useMutationWithToast.ts';
import { useSending } from '../../ui/useSending.tsx';

interface Move {
  record: IdentifiedRecord;
  /** Name of the record, for the announcement. */
  name: string;
  /** The choice of the column to move it to. */
  to: string;
}

export type CardMoves = ReturnType<typeof useCardMoves>;

/** Moves cards to other columns, which changes a field of their records. */
export function useCardMoves(view: ResourceView, { by }: KanbanView) {
  const { name, fields } = view.resource;
  const context = useFormatContext();
  const { translate } = context;
  const dataProvider = useDataProvider<DeclaredDataProvider>();
  const queryClient = useQueryClient();
  const { isBlocked } = useSending();
  const showFailure = useFailureToast();
  const [said, setSaid] = useState('');
  const [held, setHeld] = useState<{ record: IdentifiedRecord; name: string } | null>(null);
  const sending = useMutationWithToast({
    mutationFn: ({ record, to }: Move) => {
      const data = { [by.source]: to, revision: record['revision'] };
      return dataProvider.update(name, { id: record.id, data, previousData: record });
    },
    onSuccess: (_, move) =>
      setSaid(translate('board.moved', { name: move.name, column: choiceLabel(move.to, by, context) })),
    // No form shows the messages at their fields.
    onError: (error: Error) =>
      showFailure(fieldErrors(error, [], labelledBy(fields, { ...context, resource: name })).rest ?? error),
    // After a refusal, the records are no longer as they are shown.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [name] }),
  });
  return {
    said,
    held,
    hold: setHeld,
    /** ID of the record that is being moved, or null. */
    sent: sending.isPending ? sending.variables.record.id : null,
    canMove: (record: IdentifiedRecord) => acceptsValue(by, 'edit') && view.canEditRecord(record),
    move(move: Move): void {
      if (move.record[by.source] === move.to || sending.isPending) return;
      if (isBlocked) setSaid(translate('form.offline'));
      else sending.mutate(move);
    },
  };
}
