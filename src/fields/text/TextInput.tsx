import { useLayoutEffect, useReducer, useRef, useState } from 'react';
import VisibilityIcon from '@mui/icons-material/Visibility';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff';
import { IconButton, InputAdornment, Tooltip } from '@mui/material';
import UndoIcon from '@mui/icons-material/Undo';
import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { bareCardNumber, cardNumberConcern, groupCardNumber } from '#shared/money/cardNumber.ts';
import { plainText } from '#shared/format/plainText.ts';
import type { FieldInputProps } from '../inputs/FieldInputProps.ts';
import { InputText } from '../inputs/InputText.tsx';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { useBoundField } from '../inputs/useBoundField.ts';

const KEYBOARD = { email: 'email', url: 'url' } as const;

/** One line of text, or a number that is written as text. */
export function TextInput(props: FieldInputProps<FieldOf<'text'>>) {
  return props.field.format === 'card' ? <CardNumberInput {...props} /> : <PlainInput {...props} />;
}

/** White space around it goes when the input is left, because it comes from pasting. */
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
        ...((format === 'email' || format === 'url') && {
          inputMode: KEYBOARD[format],
          autoCapitalize: 'none',
          spellCheck: false,
        }),
      }}
      end={keep}
    />
  );
}

/**
 * The number of a card or account, typed or pasted in any groups and shown in groups of four. Its value is the digits. A
 * number that looks mistyped is warned about once the input is left, and accepted, because banks issue such numbers.
 */
function CardNumberInput(props: FieldInputProps<FieldOf<'text'>>) {
  const { translate } = useFormatContext();
  const { bound, text, isMask, meant, change, selectMask, keep } = useMaskedText(props.field, props.mode);
  const [isTyping, setTyping] = useState(false);
  const caret = useRef<{ input: HTMLInputElement | HTMLTextAreaElement; at: number } | null>(null);
  // Also after only a gap was deleted, which changes nothing: the browser has moved the caret anyway.
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    caret.current?.input.setSelectionRange(caret.current.at, caret.current.at);
    caret.current = null;
  });
  const concern = isTyping || isMask ? null : cardNumberConcern(text);
  return (
    <InputText
      {...props}
      bound={bound}
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

/** Position of the caret in a text in groups of four that follows so many characters: after the gap, if any. */
export function caretInGroups(before: number): number {
  return before === 0 ? 0 : before + Math.floor((before - 1) / GROUP);
}

/** Something that is written and never read. Left empty, what is stored stays. */
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

/** Several lines. */
export function LongtextInput(props: FieldInputProps<FieldOf<'longtext'>>) {
  const bound = useBoundField(props.field);
  const change = (text: string) => bound.change(text === '' ? null : text);
  return (
    <InputText
      {...props}
      bound={bound}
      text={plainText(bound.value)}
      onText={change}
      look={{ multiline: true, minRows: 3, maxRows: 12 }}
    />
  );
}

/**
 * The value of a text field as an input edits it. A mask stands for the value that is stored: it can't be edited, only
 * replaced, and brought back.
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
    /** What is meant by what stands in the input now: all of it, or what was put in place of the mask. */
    meant: (typed: string) => (isMask ? insertedText(mask, typed) : typed),
    change: (meant: string) => bound.change(meant === '' ? null : meant),
    selectMask: ({ target }: { target: { select?(): void } }) => isMask && target.select?.(),
    /** Stands at the end of the line. */
    keep: mask !== '' && !isMask && <KeepStored onKeep={() => bound.change(mask)} />,
  };
}

/** Back to the value that is stored, of which only the mask is known here. */
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
 * What a person put into a text that can't be edited, only replaced: `6222••••1234` and `6222••••12345` give `5`;
 * '' where something was only taken away.
 */
function insertedText(before: string, after: string): string {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return after.slice(start, after.length - end);
}
