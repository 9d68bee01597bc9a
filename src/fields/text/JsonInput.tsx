import { parse, visit, type ParseError } from 'jsonc-parser';
import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import type { FieldInputProps } from '../inputs/FieldInputProps.ts';
import { InputText } from '../inputs/InputText.tsx';
import { useBoundField, Unreadable, useTyped } from '../inputs/useBoundField.ts';

const MONOSPACED = { '& textarea': { fontFamily: 'monospace', fontSize: '0.8125rem', lineHeight: 1.6 } };

/** Input for any JSON value, as text. Errors name their line. */
export function JsonInput(props: FieldInputProps<FieldOf<'json'>>) {
  const bound = useBoundField(props.field);
  const typed = useTyped(bound.value, bound.change, { read: readTypedJson, show: showTypedJson });
  return (
    <InputText
      {...props}
      bound={bound}
      text={typed.text}
      onText={typed.type}
      onBlur={typed.tidy}
      htmlInput={{ spellCheck: false, autoCapitalize: 'none', autoComplete: 'off' }}
      look={{ multiline: true, minRows: 4, maxRows: 20, sx: MONOSPACED }}
    />
  );
}

const STRICT = { disallowComments: true, allowTrailingComma: false };

/** Parses JSON text; null if empty. Also rejects numbers that JavaScript can't hold exactly. */
function readTypedJson(text: string): unknown {
  if (text.trim() === '') return null;
  const errors: ParseError[] = [];
  parse(text, errors, STRICT);
  const offset = errors[0]?.offset;
  if (offset !== undefined) return new Unreadable(text, 'errors.invalid_json', { line: lineAt(text, offset) });
  const inexact = inexactNumber(text);
  if (inexact !== null) return new Unreadable(text, 'errors.json_number', { line: lineAt(text, inexact) });
  try {
    return JSON.parse(text);
  } catch {
    return new Unreadable(text, 'errors.invalid_json', { line: 1 });
  }
}

/** A JSON value as indented text. */
function showTypedJson(value: unknown): string {
  if (value instanceof Unreadable) return value.typed;
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2);
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/**
 * Offset of a whole number that a double can't hold exactly, or null. It could be an ID or an amount, and would be
 * changed silently.
 */
function inexactNumber(text: string): number | null {
  let found: number | null = null;
  visit(text, {
    onLiteralValue(value: unknown, offset, length) {
      const isWhole = /^-?\d+$/.test(text.slice(offset, offset + length));
      if (isWhole && typeof value === 'number' && !Number.isSafeInteger(value)) found ??= offset;
    },
  });
  return found;
}
