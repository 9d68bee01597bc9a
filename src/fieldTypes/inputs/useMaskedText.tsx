import UndoIcon from '@mui/icons-material/Undo';
import { IconButton, InputAdornment, Tooltip } from '@mui/material';
import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { plainText } from '#shared/format/plainText.ts';
import { useFormatContext } from '../FormatContext.ts';
import { insertedText } from './insertedText.ts';
import { useBoundField } from './useBoundField.ts';

/**
 * The value of a text field as an input edits it. A mask stands for the value that is stored: it can't be edited, only
 * replaced, and brought back.
 */
export function useMaskedText(field: FieldOf<'text'>, mode: 'create' | 'edit') {
  const bound = useBoundField(field);
  const text = plainText(bound.value);
  const mask = field.mask !== undefined && mode === 'edit' ? plainText(bound.stored) : '';
  const isMask = mask !== '' && text === mask;
  return {
    ...{ bound, text, isMask },
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
