import { MenuItem } from '@mui/material';
import { entryProblems } from '#shared/menus/entryProblems.ts';
import { addressOf, isExternalAddress } from '#shared/menus/menuAddress.ts';
import { plainText } from '#shared/format/plainText.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { BoundAutocomplete } from '#console/fields/inputs/BoundAutocomplete.tsx';
import type { FieldInputProps } from '#console/fields/inputs/FieldInputProps.ts';
import { InputText } from '#console/fields/inputs/InputText.tsx';
import { useBoundField } from '#console/fields/inputs/useBoundField.ts';
import { childrenOf } from '#shared/menus/menuOrder.ts';
import { ChoiceInput } from '#console/fields/choice/ChoiceInput.tsx';
import { opens } from '#shared/menus/redirects.ts';
import { useEntryNames, useTypedEntry, type TypedEntry } from '../useEntryNames.ts';

/** The other inputs of a menu entry's form, loaded together with these. */
export { MenuIconInput } from './MenuIconInput.tsx';
export { MenuPageInput } from './MenuPageInput.tsx';

/** The entry's part of the address, with the full address and what opens there below it. */
export function MenuAddressInput(props: FieldInputProps) {
  const { translate } = useFormatContext();
  const bound = useBoundField(props.field);
  const text = plainText(bound.value);
  const typed = useTypedEntry();
  const preview = usePreview(typed);
  const problem = text.trim() === '' ? undefined : entryProblems(typed.entry, typed.items, () => true).url_name;
  const warning = problem && translate(`errors.${problem.key}`, problem.args);
  return (
    <InputText
      {...props}
      bound={bound}
      text={text}
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

/** Selects the parent entry, one of the top level. */
export function MenuParentInput(props: FieldInputProps) {
  const { translate } = useFormatContext();
  const bound = useBoundField(props.field);
  const { entry: own, outline } = useTypedEntry();
  const { nameOf } = useEntryNames(outline);
  const value = plainText(bound.value);
  const parents = childrenOf(outline.entries, null).filter(
    ({ id, url_name }) => id === value || (id !== own.id && !isExternalAddress(url_name)),
  );
  const isKnown = value === '' || parents.some(({ id }) => id === value);
  return (
    <ChoiceInput
      {...props}
      field={{ ...props.field, help: translate('menuEditor.parent_help') }}
      bound={bound}
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

/** An address of the menu or another site, which opens instead of a page. */
export function MenuRedirectInput({ field, label, disabled }: FieldInputProps) {
  const bound = useBoundField(field);
  const { entry, outline } = useTypedEntry();
  const value = plainText(bound.value);
  const addresses = outline.entries
    .filter((one) => one.id !== entry.id && !isExternalAddress(one.url_name) && opens(one, outline.entries))
    .map((one) => addressOf(one, outline.entries));
  return (
    <BoundAutocomplete
      field={field}
      label={label}
      bound={bound}
      disabled={disabled}
      freeSolo
      options={[...new Set(addresses)].toSorted()}
      inputValue={value}
      value={value}
      onInputChange={(_event, text) => {
        if (text.trim() !== value) bound.change(text.trim() || null);
      }}
    />
  );
}
