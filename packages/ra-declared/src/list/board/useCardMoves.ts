import { useState } from 'react';
import { acceptsValue, choiceLabel, type KanbanView } from '@merchant-console/declaration';
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

/** Moves cards to other columns, which changes a field of their records. */
export function useCardMoves(view: ResourceView, { by }: KanbanView) {
  const context = useFormatContext();
  const { said, sent, change } = useRecordChange(view);
  const [held, setHeld] = useState<{ record: IdentifiedRecord; name: string } | null>(null);
  return {
    said,
    held,
    hold: setHeld,
    /** ID of the record that is being moved, or null. */
    sent,
    canMove: (record: IdentifiedRecord) => acceptsValue(by, 'edit') && view.canEditRecord(record),
    move({ record, name, to }: Move): void {
      if (record[by.source] === to) return;
      const done = context.translate('board.moved', { name, column: choiceLabel(to, by, context) });
      change({ record, values: { [by.source]: to }, done });
    },
  };
}
