import { entryProblems } from '#shared/menus/entryProblems.ts';
import { addressOf, isExternalAddress } from '#shared/menus/menuAddress.ts';
import { plainText } from '#shared/format/plainText.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import type { FieldInputProps } from '#console/fieldTypes/inputs/FieldInputProps.ts';
import { InputText } from '#console/fieldTypes/inputs/InputText.tsx';
import { useBoundField } from '#console/fieldTypes/inputs/useBoundField.ts';
import { useEntryNames } from '../useEntryNames.ts';
import { useTypedEntry, type TypedEntry } from './useTypedEntry.ts';

/** The name of an entry in addresses; below it the whole address, and what opens there. */
export function MenuAddressInput(props: FieldInputProps) {
  const { translate } = useFormatContext();
  const bound = useBoundField(props.field);
  const text = plainText(bound.value);
  const typed = useTypedEntry(props.recordId);
  const preview = usePreview(typed);
  const problem = text.trim() === '' ? undefined : entryProblems(typed.entry, typed.items, () => true).url_name;
  const warning = problem && translate(`errors.${problem.key}`, problem.args);
  return (
    <InputText
      {...props}
      {...{ bound, text }}
      onText={bound.change}
      onBlur={() => text !== text.trim() && bound.change(text.trim())}
      htmlInput={{ autoComplete: 'off', autoCapitalize: 'none', spellCheck: false }}
      hint={text.trim() === '' ? translate('menuEditor.address_help') : preview}
      warning={warning ?? null}
    />
  );
}

function usePreview({ entry, items, outline }: TypedEntry): string {
  const { translate } = useFormatContext();
  const names = useEntryNames(outline);
  const address = addressOf(entry, items);
  if (isExternalAddress(address)) return translate('menuEditor.opens_site', { address });
  if (entry.redirect !== null) return translate('menuEditor.opens', { address, page: entry.redirect });
  if (entry.component_path === null) return translate('menuEditor.opens_group', { address });
  const page = names.pageName(entry.component_path) ?? entry.component_path;
  return translate('menuEditor.opens', { address, page });
}
