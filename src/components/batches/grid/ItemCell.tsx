import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { CellInput } from './CellInput.tsx';
import type { CellPlace, GridEditing } from './useGridEditing.ts';

interface ItemCellProps {
  place: CellPlace;
  /** Of the file's row. */
  line: number;
  /** As it was written; of a card number only what may be shown. */
  stored: string;
  shown: string;
  problems: readonly string[];
  warnings: readonly string[];
  /** Below the notes. */
  children?: ReactNode;
  /** null: it cannot be written anew. */
  editing: GridEditing | null;
}

/** A cell with what is wrong with it. Enter or a click opens it. */
export function ItemCell({ place, line, stored, shown, problems, warnings, editing, children }: ItemCellProps) {
  const { translate } = useFormatContext();
  const notesId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const label = translate(`fields.${place.column}`);
  const pending = editing?.pendingText(place);
  const unsent = editing?.unsentText(place);
  const takesFocus = editing?.takesFocus(place) ?? false;
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  const text = pending ?? unsent ?? shown;
  const wrong = unsent === undefined ? problems : [translate('batch.not_saved')];
  const hasNotes = wrong.length + warnings.length > 0;
  const name = `${translate('batch.row', { line })}, ${label}`;
  const isSecret = place.column === 'card_number';
  return (
    <td
      data-label={label}
      data-align={place.column === 'amount' ? 'right' : 'left'}
      data-bad={wrong.length > 0 || undefined}
      aria-busy={pending !== undefined || undefined}
    >
      {editing?.isOpen(place) ? (
        <CellInput
          label={name}
          // What is hidden of a card number cannot be mended: it is written whole.
          stored={isSecret ? '' : stored}
          unsent={unsent}
          placeholder={isSecret ? stored : ''}
          notesId={hasNotes ? notesId : undefined}
          isWrong={wrong.length > 0}
          onLeave={(written, leaving) => editing.leave(place, written, leaving)}
        />
      ) : editing ? (
        <button
          ref={button}
          type="button"
          aria-label={`${name}: ${text || translate('batch.empty_cell')}`}
          aria-describedby={hasNotes ? notesId : undefined}
          onClick={() => editing.begin(place)}
        >
          {isSecret && (pending ?? unsent) !== undefined ? '••••' : text || '–'}
        </button>
      ) : (
        text
      )}
      {hasNotes && (
        <div id={notesId}>
          {wrong.map((problem) => (
            <p key={problem} data-kind="problem">
              {problem}
            </p>
          ))}
          {warnings.map((warning) => (
            <p key={warning} data-kind="warning">
              {warning}
            </p>
          ))}
        </div>
      )}
      {children}
    </td>
  );
}
