import UndoIcon from '@mui/icons-material/Undo';
import { IconButton, InputAdornment, Tooltip } from '@mui/material';
import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { plainText } from '#shared/format/plainText.ts';
import { useFormatContext } from '../FormatContext.ts';
import type { FieldInputProps } from './FieldInputProps.ts';
import { InputText } from './InputText.tsx';
import { insertedText } from './insertedText.ts';
import { useBoundField } from './useBoundField.ts';

const KEYBOARD = { email: 'email', url: 'url' } as const;

/** One line. White space around it goes when the input is left, because it comes from pasting. */
export function TextInput(props: FieldInputProps<FieldOf<'text'>>) {
  const { field, mode } = props;
  const bound = useBoundField(field);
  const text = plainText(bound.value);
  const mask = field.mask !== undefined && mode === 'edit' ? plainText(bound.stored) : '';
  const change = (typed: string) => {
    const meant = mask !== '' && text === mask ? insertedText(mask, typed) : typed;
    bound.change(meant === '' ? null : meant);
  };
  const keep = mask !== '' && text !== mask && <KeepStored onKeep={() => bound.change(mask)} />;
  return (
    <InputText
      {...props}
      bound={bound}
      text={text}
      onText={change}
      look={{ onFocus: ({ target }) => text !== '' && text === mask && target.select() }}
      onBlur={() => text !== text.trim() && change(text.trim())}
      htmlInput={{
        autoComplete: 'off',
        ...(field.format && { inputMode: KEYBOARD[field.format], autoCapitalize: 'none', spellCheck: false }),
      }}
      end={keep}
    />
  );
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
