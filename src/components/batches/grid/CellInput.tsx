import { useRef, useState, type KeyboardEvent } from 'react';
import type { Leaving } from './useGridEditing.ts';

interface CellInputProps {
  label: string;
  /** What the server has. */
  stored: string;
  /** What was written before and did not get there. */
  unsent: string | undefined;
  placeholder: string;
  /** Of what is wrong with the cell. */
  notesId: string | undefined;
  isWrong: boolean;
  /** @param written null when nothing has changed */
  onLeave(written: string | null, leaving: Leaving): void;
}

/** Enter keeps what was written, Tab does and goes on to the next cell, Escape leaves the cell as it was. */
export function CellInput({ label, stored, unsent, placeholder, notesId, isWrong, onLeave }: CellInputProps) {
  const [text, setText] = useState(unsent ?? stored);
  const hasLeft = useRef(false);
  const leave = (written: string | null, leaving: Leaving) => {
    // Taking the input away blurs it.
    if (hasLeft.current) return;
    hasLeft.current = true;
    onLeave(written === stored ? null : written, leaving);
  };
  const press = (event: KeyboardEvent) => {
    // Enter and Escape of somebody who chooses among an input method's words.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') leave(null, 'stay');
    else if (event.key === 'Enter') leave(text, 'stay');
    else if (event.key === 'Tab') leave(text, event.shiftKey ? 'previous' : 'next');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      type="text"
      // As wide as its column, which stays as it is.
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
