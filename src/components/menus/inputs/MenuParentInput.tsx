import { MenuItem } from '@mui/material';
import { plainText } from '#shared/format/plainText.ts';
import { isExternalAddress } from '#shared/menus/menuAddress.ts';
import { childrenOf } from '#shared/menus/menuOrder.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import type { FieldInputProps } from '#console/fieldTypes/inputs/FieldInputProps.ts';
import { ChoiceInput } from '#console/fieldTypes/inputs/ChoiceInput.tsx';
import { useBoundField } from '#console/fieldTypes/inputs/useBoundField.ts';
import { useEntryNames } from '../useEntryNames.ts';
import { useTypedEntry } from './useTypedEntry.ts';

/** The entry above: one of the top level. */
export function MenuParentInput(props: FieldInputProps) {
  const { translate } = useFormatContext();
  const bound = useBoundField(props.field);
  const { outline } = useTypedEntry(props.recordId);
  const { nameOf } = useEntryNames(outline);
  const value = plainText(bound.value);
  const parents = childrenOf(outline.entries, null).filter(
    ({ id, url_name }) => id === value || (id !== props.recordId && !isExternalAddress(url_name)),
  );
  const isKnown = value === '' || parents.some(({ id }) => id === value);
  return (
    <ChoiceInput
      {...props}
      field={{ ...props.field, help: translate('menuEditor.parent_help') }}
      {...{ bound }}
      value={isKnown ? value : ''}
      onChoose={(id) => bound.change(id === '' ? null : id)}
    >
      {parents.map((entry) => (
        <MenuItem key={entry.id} value={entry.id}>
          {nameOf(entry)}
        </MenuItem>
      ))}
    </ChoiceInput>
  );
}
