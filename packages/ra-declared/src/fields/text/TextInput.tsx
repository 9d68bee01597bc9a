import UndoIcon from '@mui/icons-material/Undo';
import VisibilityIcon from '@mui/icons-material/Visibility';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff';
import { IconButton, InputAdornment, Tooltip } from '@mui/material';
import { parse, visit, type ParseError } from 'jsonc-parser';
import { useLayoutEffect, useReducer, useRef, useState } from 'react';
import {
  type FieldOf,
  plainText,
  bareCardNumber,
  cardNumberConcern,
  groupCardNumber,
} from '@merchant-console/declaration';
import { useFormatContext } from '../../ui/FormatContext.ts';
import type { FieldInputProps } from '../inputs/FieldInputProps.ts';
import { InputText } from '../inputs/InputText.tsx';
import { Unreadable, useBoundField, useTyped } from '../inputs/useBoundField.ts';

interface TextInputProps extends FieldInputProps<FieldOf<'text'>> {
  /** The server's objection to a card number, if the input itself finds no problem, or null. */
  refusal?: string | null;
}

/** Input for one line of text, or a number that is stored as text. */
export function TextInput(props: TextInputProps) {
  return props.field.format === 'card' ? <CardNumberInput {...props} /> : <PlainInput {...props} />;
}

/** Keyboards of phones. */
const KEYBOARDS = { email: 'email', url: 'url', phone: 'tel', color: 'text', card: 'numeric' } as const;

/** Trims white space, which often comes from pasting, when the input is left. */
function PlainInput(props: FieldInputProps<FieldOf<'text'>>) {
  const { format } = props.field;
  const { bound, text, meant, change, selectMask, keep } = useMaskedText(props.field, props.mode);
  return (
    <InputText
      {...props}
      bound={bound}
      text={text}
      onText={(typed) => change(meant(typed))}
      look={{ onFocus: selectMask }}
      onBlur={() => text !== text.trim() && change(text.trim())}
      htmlInput={{
        autoComplete: 'off',
        ...(format !== undefined && { inputMode: KEYBOARDS[format], autoCapitalize: 'none', spellCheck: false }),
      }}
      end={format === 'color' ? <ColorPicker {...props} text={text} onPick={change} /> : keep}
    />
  );
}

interface ColorPickerProps extends Pick<FieldInputProps, 'label' | 'disabled'> {
  text: string;
  onPick(color: string): void;
}

/** The browser's own picker, showing the colour of the text. */
function ColorPicker({ label, disabled, text, onPick }: ColorPickerProps) {
  return (
    <InputAdornment position="end">
      <input
        type="color"
        aria-label={label}
        disabled={disabled}
        value={/^#[0-9a-f]{6}$/i.test(text) ? text : '#ffffff'}
        onChange={({ target }) => onPick(target.value)}
        style={{ width: 28, height: 28, padding: 0, border: 0, background: 'none' }}
      />
    </InputAdornment>
  );
}

/**
 * Input for a card or account number, typed or pasted in any groups and shown in groups of four. Its value is the
 * digits. A number that looks mistyped gets a warning when the input is left, but is accepted, because banks issue such
 * numbers.
 */
function CardNumberInput({ refusal = null, ...props }: TextInputProps) {
  const { translate } = useFormatContext();
  const { bound, text, isMask, meant, change, selectMask, keep } = useMaskedText(props.field, props.mode);
  const [isTyping, setTyping] = useState(false);
  const caret = useRef<{ input: HTMLInputElement | HTMLTextAreaElement; at: number } | null>(null);
  // Re-renders even if only a gap was deleted. The value is unchanged then, but the browser has moved the caret.
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    caret.current?.input.setSelectionRange(caret.current.at, caret.current.at);
    caret.current = null;
  });
  const concern = isTyping || isMask ? null : cardNumberConcern(text);
  return (
    <InputText
      {...props}
      bound={{ ...bound, problem: bound.problem ?? refusal }}
      text={isMask ? text : groupCardNumber(text)}
      onText={(typed, input) => {
        redraw();
        setTyping(true);
        const before = typed.slice(0, input.selectionStart ?? typed.length);
        caret.current = isMask ? null : { input, at: caretInGroups(bareCardNumber(before).length) };
        change(bareCardNumber(meant(typed)));
      }}
      look={{ onFocus: selectMask }}
      onBlur={() => setTyping(false)}
      htmlInput={{ autoComplete: 'off', inputMode: 'numeric', spellCheck: false }}
      end={keep}
      hint={translate('form.card_hint')}
      warning={concern ? translate(`cardNumber.${concern}`) : null}
    />
  );
}

const GROUP = 4;

/** Caret position in text grouped by four, after `before` characters. Excludes the gap that follows a full group. */
export function caretInGroups(before: number): number {
  return before === 0 ? 0 : before + Math.floor((before - 1) / GROUP);
}

/** Input for a write-only value. If left empty, the stored value stays. */
export function SecretInput(props: FieldInputProps<FieldOf<'secret'>>) {
  const { translate } = useFormatContext();
  const bound = useBoundField(props.field);
  const [shown, setShown] = useState(false);
  const isStored = bound.stored === true;
  const words = translate(shown ? 'form.hide_secret' : 'form.show_secret');
  return (
    <InputText
      {...props}
      bound={bound}
      look={{ type: shown ? 'text' : 'password', placeholder: isStored ? '••••••••' : '' }}
      text={typeof bound.value === 'string' ? bound.value : ''}
      onText={(text) => bound.change(text === '' ? isStored || null : text)}
      hint={isStored ? translate('form.secret_kept') : ''}
      shrink={isStored}
      htmlInput={{ autoComplete: 'new-password', spellCheck: false }}
      end={
        <InputAdornment position="end">
          <IconButton size="small" edge="end" aria-label={`${words}: ${props.label}`} onClick={() => setShown(!shown)}>
            {shown ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
          </IconButton>
        </InputAdornment>
      }
    />
  );
}

/**
 * Edits the value of a text field. A mask stands for the stored value. It can't be edited, only replaced and restored.
 */
function useMaskedText(field: FieldOf<'text'>, mode: 'create' | 'edit') {
  const bound = useBoundField(field);
  const text = plainText(bound.value);
  const mask = field.mask !== undefined && mode === 'edit' ? plainText(bound.stored) : '';
  const isMask = mask !== '' && text === mask;
  return {
    bound,
    text,
    isMask,
    /** Text that the user means: everything in the input, or what replaced the mask. */
    meant: (typed: string) => (isMask ? insertedText(mask, typed) : typed),
    change: (meant: string) => bound.change(meant === '' ? null : meant),
    selectMask: ({ target }: { target: { select?(): void } }) => isMask && target.select?.(),
    /** Button at the end of the line, or false. */
    keep: mask !== '' && !isMask && <KeepStored onKeep={() => bound.change(mask)} />,
  };
}

/** Restores the stored value, of which the console only has the mask. */
function KeepStored({ onKeep }: { onKeep(): void }) {
  const words = useFormatContext().translate('form.keep_stored');
  return (
    <InputAdornment position="end">
      <Tooltip title={words}>
        <IconButton size="small" edge="end" aria-label={words} onClick={onKeep}>
          <UndoIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </InputAdornment>
  );
}

/**
 * Text that the user typed into a mask, which can only be replaced: `6222••••1234` and `6222••••12345` give `5`; '' if
 * text was only deleted.
 */
function insertedText(before: string, after: string): string {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return after.slice(start, after.length - end);
}

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
