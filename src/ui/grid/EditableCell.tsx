import { useEffect, useId, useRef, useState, type ReactNode, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useFormatContext } from '@merchant-console/ra-declared';
import type { CellEditing, CellPlace, Leaving } from './useCellEditing.ts';

interface EditableCellProps<Column extends string> {
  place: CellPlace<Column>;
  /** Name of the column. */
  label: string;
  align?: 'left' | 'right';
  /** True if the value is masked, and can't be corrected in part. */
  isSecret?: boolean;
  /** Most characters of a text. */
  maxLength: number;
  /** Row number in the file. */
  line: number;
  /** As entered, or masked. */
  stored: string;
  shown: string;
  problems: readonly string[];
  warnings: readonly string[];
  /** Shown below the problems and warnings. */
  children?: ReactNode;
  /** Null if the cell can't be edited. */
  editing: CellEditing<Column> | null;
}

/** A cell with its problems and warnings. Enter or a click opens it for editing; typing also replaces its text. */
export function EditableCell<Column extends string>({
  place,
  line,
  label,
  align = 'left',
  isSecret = false,
  maxLength,
  stored,
  shown,
  problems,
  warnings,
  editing,
  children,
}: EditableCellProps<Column>) {
  const { translate } = useFormatContext();
  const notesId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const pending = editing?.pendingText(place);
  const unsent = editing?.unsentText(place);
  const takesFocus = editing?.takesFocus(place) ?? false;
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  const text = pending ?? unsent ?? shown;
  const wrong = unsent === undefined ? problems : [translate('grid.not_saved')];
  const hasNotes = wrong.length + warnings.length > 0;
  const name = `${translate('grid.row', { line })}, ${label}`;
  return (
    <td
      data-label={label}
      data-align={align}
      data-bad={wrong.length > 0 || undefined}
      aria-busy={pending !== undefined || undefined}
    >
      {editing?.isOpen(place) ? (
        <CellInput
          label={name}
          // A masked value can't be corrected in part, so the input starts empty.
          stored={isSecret ? '' : stored}
          unsent={unsent}
          placeholder={isSecret ? stored : ''}
          maxLength={maxLength}
          notesId={hasNotes ? notesId : undefined}
          isWrong={wrong.length > 0}
          onLeave={(written, leaving) => editing.leave(place, written, leaving)}
        />
      ) : editing ? (
        <button
          ref={button}
          type="button"
          aria-label={`${name}: ${text || translate('grid.empty_cell')}`}
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
  maxLength: number;
  /** ID of the cell's problems and warnings. */
  notesId: string | undefined;
  isWrong: boolean;
  /** @param written the new text, or null if it hasn't changed */
  onLeave(written: string | null, leaving: Leaving): void;
}

/** Enter and Tab save and move on, with Shift backwards. Escape cancels. */
function CellInput({ label, stored, unsent, placeholder, maxLength, notesId, isWrong, onLeave }: CellInputProps) {
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
      maxLength={maxLength}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={press}
      onBlur={() => leave(text, 'away')}
      onFocus={({ target }) => target.select()}
    />
  );
}
