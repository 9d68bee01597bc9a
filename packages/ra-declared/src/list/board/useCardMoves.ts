import { useState } from 'react';
import { acceptsValue, choiceLabel, type KanbanView } from '@merchant-console/declaration';
import { rowActions } from '../../actions/offeredActions.ts';
import { useBeginAction } from '../../actions/OpenAction.ts';
import type { IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import type { ResourceView } from '../../ResourceView.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { useRecordChange } from '../useRecordChange.ts';

interface Move {
  record: IdentifiedRecord;
  /** Name of the record, for the announcement. */
  name: string;
  /** The choice of the column to move it to. */
  to: string;
}

export type CardMoves = ReturnType<typeof useCardMoves>;

/** Moves cards to other columns: by the action that the view declares for the column, otherwise by changing the field. */
export function useCardMoves(view: ResourceView, { by, move: actions }: KanbanView) {
  const context = useFormatContext();
  const { said, sent, change, say } = useRecordChange(view);
  const { begin, hasItsPage } = useBeginAction();
  const [held, setHeld] = useState<{ record: IdentifiedRecord; name: string } | null>(null);
  const actionFor = (record: IdentifiedRecord, to: string) =>
    rowActions(view, record).find((action) => action.key === actions[to] && hasItsPage(action));
  const canMoveTo = (record: IdentifiedRecord, to: string): boolean => {
    if (record[by.source] === to) return false;
    if (actions[to] !== undefined) return actionFor(record, to) !== undefined;
    return acceptsValue(by, 'edit') && view.canEditRecord(record);
  };
  return {
    said,
    held,
    hold: setHeld,
    /** ID of the record that is being moved, or null. */
    sent,
    canMoveTo,
    canMove: (record: IdentifiedRecord) => by.choices.some(({ id }) => canMoveTo(record, id)),
    move({ record, name, to }: Move): void {
      if (record[by.source] === to) return;
      const column = choiceLabel(to, by, context);
      const action = actionFor(record, to);
      if (action) begin({ action, ids: [record.id], records: [record] });
      else if (canMoveTo(record, to))
        change({ record, values: { [by.source]: to }, done: context.translate('board.moved', { name, column }) });
      else say(context.translate('board.not_moved', { name, column }));
    },
  };
}
