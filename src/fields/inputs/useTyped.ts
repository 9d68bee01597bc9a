import { useState } from 'react';
import { Unreadable } from './Unreadable.ts';

interface Notation {
  read(text: string): unknown;
  show(value: unknown): string;
}

/**
 * The text of an input whose value is not its text. It stays as it was typed until it is left; a value that comes from
 * elsewhere (a reset, the other one's version) replaces it.
 */
export function useTyped(value: unknown, change: (value: unknown) => void, { read, show }: Notation) {
  const [typed, setTyped] = useState(() => ({ text: show(value), value }));
  const isOurs = same(typed.value, value);
  const text = isOurs ? typed.text : show(value);
  if (!isOurs) setTyped({ text, value });
  return {
    text,
    type(next: string) {
      const meant = read(next);
      setTyped({ text: next, value: meant });
      change(meant);
    },
    /** Writes a readable value as the console writes such values. */
    tidy() {
      if (!(value instanceof Unreadable)) setTyped({ text: show(value), value });
    },
  };
}

function same(one: unknown, other: unknown): boolean {
  return Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other);
}
