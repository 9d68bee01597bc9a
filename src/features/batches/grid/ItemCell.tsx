import { useEffect, useId, useRef, useState, type ReactNode, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { Button, Typography } from '@mui/material';
import { useFormatContext } from '@merchant-console/ra-declared';
import { useSending } from '@merchant-console/ra-declared/internal';
import type { BatchItem } from '#shared/contract/batches.ts';
import type { CellPlace, GridEditing, Leaving } from './useGridEditing.ts';

interface ItemCellProps {
  place: CellPlace;
  /** Row number in the file. */
  line: number;
  /** As entered; a card number is masked. */
  stored: string;
  shown: string;
  problems: readonly string[];
  warnings: readonly string[];
  /** Shown below the problems and warnings. */
  children?: ReactNode;
  /** Null if the cell can't be edited. */
  editing: GridEditing | null;
}

/** A cell with its problems and warnings. Enter or a click opens it for editing; typing also replaces its text. */
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
          // A masked card number can't be corrected in part, so the input starts empty.
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
          onKeyDown={(event) => {
            // The input has the focus, with its text selected, before the browser inserts the character.
            if (startsText(event)) flushSync(() => editing.begin(place));
          }}
          onBlur={() => takesFocus && editing.forgetFocus()}
        >
          {isSecret && (pending ?? unsent) !== undefined ? '••••' : text || '—'}
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

/** True for a character other than the space, which presses the button, and for the first key of an input method. */
function startsText({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && ((key.length === 1 && key !== ' ') || key === 'Process');
}

interface CellInputProps {
  label: string;
  /** The server's value. */
  stored: string;
  /** Text entered before that failed to send. */
  unsent: string | undefined;
  placeholder: string;
  /** ID of the cell's problems and warnings. */
  notesId: string | undefined;
  isWrong: boolean;
  /** @param written the new text, or null if it hasn't changed */
  onLeave(written: string | null, leaving: Leaving): void;
}

/** Enter and Tab save and move on, with Shift backwards. Escape cancels. */
function CellInput({ label, stored, unsent, placeholder, notesId, isWrong, onLeave }: CellInputProps) {
  const [text, setText] = useState(unsent ?? stored);
  const hasLeft = useRef(false);
  const leave = (written: string | null, leaving: Leaving) => {
    // Removing the input blurs it.
    if (hasLeft.current) return;
    hasLeft.current = true;
    onLeave(written === stored ? null : written, leaving);
  };
  const press = (event: KeyboardEvent) => {
    // Ignores Enter and Escape while an input method is composing.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') leave(null, 'stay');
    else if (event.key === 'Enter') leave(text, event.shiftKey ? 'up' : 'down');
    else if (event.key === 'Tab') leave(text, event.shiftKey ? 'previous' : 'next');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      type="text"
      // The input fills its column without widening it.
      size={1}
      autoFocus
      autoComplete="off"
      aria-label={label}
      aria-invalid={isWrong}
      aria-describedby={notesId}
      placeholder={placeholder}
      maxLength={2_000}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={press}
      onBlur={() => leave(text, 'away')}
      onFocus={({ target }) => target.select()}
    />
  );
}

interface CardAcceptanceProps {
  item: BatchItem;
  /** Null if the user can't change the batch. */
  editing: GridEditing | null;
}

/** Shown below a card number that looks mistyped: a button that accepts it, or a note that it was accepted. */
export function CardAcceptance({ item, editing }: CardAcceptanceProps) {
  const { translate } = useFormatContext();
  const sending = useSending();
  if (item.card_accepted) {
    return (
      <Typography component="p" variant="caption" color="text.secondary">
        {translate('batch.card_accepted')}
      </Typography>
    );
  }
  // An unchecked number must be checked again before it can be accepted.
  if (!editing || item.card_concern === 'unchecked') return null;
  const isSent = editing.pendingText({ itemId: item.id, column: 'card_number' }) !== undefined;
  const label = translate('batch.accept_card');
  return (
    <div>
      <Button
        size="small"
        aria-label={`${label}, ${translate('batch.row', { line: item.line_no })}`}
        disabled={isSent}
        {...sending.button}
        onClick={() => !sending.isBlocked && editing.acceptCard(item)}
        sx={{ mx: -0.5, py: 0, minWidth: 0 }}
      >
        {label}
      </Button>
    </div>
  );
}
