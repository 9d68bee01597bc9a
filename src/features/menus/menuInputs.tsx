import {
  Alert,
  Box,
  FormControl,
  FormHelperText,
  FormLabel,
  ListItemText,
  MenuItem,
  TextField,
  Typography,
  type Theme,
} from '@mui/material';
import { useId, useState } from 'react';
import type { MenuOutlineEntry, MenuPage } from '#shared/contract/menus.ts';
import { fieldLabel, ICON_NAMES, plainText } from '@merchant-console/declaration';
import { entryProblems } from '#shared/menus/entryProblems.ts';
import { addressOf, isExternalAddress } from '#shared/menus/menuAddress.ts';
import { childrenOf } from '#shared/menus/menuOrder.ts';
import { opens } from '#shared/menus/redirects.ts';
import { type FieldInputProps, useDeclaration, useFormatContext } from '@merchant-console/ra-declared';
import {
  BoundAutocomplete,
  ChoiceInput,
  InputText,
  menuIcon,
  useBelowInput,
  useBoundField,
} from '@merchant-console/ra-declared/internal';
import { useEntryNames, useTypedEntry, type EntryNames, type TypedEntry } from './useEntryNames.ts';

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

/** All icons with their names, as a group navigated with the arrow keys. */
export function MenuIconInput({ field, label, disabled }: FieldInputProps) {
  const { translate } = useFormatContext();
  const bound = useBoundField(field);
  const labelId = useId();
  const helpId = useId();
  const [search, setSearch] = useState('');
  const below = useBelowInput(field, bound.problem);
  const chosen = plainText(bound.value);
  const { entry, outline } = useTypedEntry();
  const own = useEntryNames(outline).iconOf({ ...entry, icon: null });
  const choices = [
    { id: '', name: translate(own === null ? 'menuEditor.no_icon' : 'menuEditor.page_icon') },
    ...ICON_NAMES.map((id) => ({ id, name: translate(`resources.menus.choices.icon.${id}`) })),
  ];
  const wanted = search.trim().toLowerCase();
  const shown = choices.filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(wanted));
  return (
    <FormControl error={bound.problem !== null} disabled={disabled} fullWidth sx={{ gap: 1 }}>
      <FormLabel id={labelId} sx={{ fontSize: '0.75rem' }}>
        {label}
      </FormLabel>
      <TextField
        type="search"
        label={translate('menuEditor.find_icon')}
        value={search}
        disabled={disabled}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        sx={{ maxWidth: 280 }}
      />
      <Box role="radiogroup" aria-labelledby={labelId} aria-describedby={helpId} sx={icons}>
        {shown.map(({ id, name }, index) => {
          const Icon = menuIcon(id || own);
          return (
            <label key={id}>
              <input
                type="radio"
                name={bound.name}
                value={id}
                checked={chosen === id}
                disabled={disabled}
                ref={chosen === id || index === 0 ? bound.ref : undefined}
                onChange={() => bound.change(id === '' ? null : id)}
                onBlur={bound.blur}
              />
              <Icon />
              <span>{name}</span>
            </label>
          );
        })}
      </Box>
      <FormHelperText id={helpId}>{shown.length === 0 ? translate('form.no_match') : below}</FormHelperText>
    </FormControl>
  );
}

const ring = ({ palette }: Theme) => `2px solid ${palette.primary.main}`;

const icons = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(88px, 1fr))',
  gap: 0.75,
  '& label': {
    position: 'relative',
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'start',
    gap: 0.5,
    p: 1,
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
    fontSize: '0.75rem',
    textAlign: 'center',
    cursor: 'pointer',
  },
  '& label:hover': { backgroundColor: 'action.hover' },
  '& label:has(:checked)': {
    borderColor: 'primary.main',
    color: 'primary.main',
    boxShadow: ({ palette }: Theme) => `inset 0 0 0 1px ${palette.primary.main}`,
  },
  '& label:has(:focus-visible)': { outline: ring, outlineOffset: 1 },
  '& input': { position: 'absolute', inset: 0, opacity: 0, m: 0, cursor: 'inherit' },
};

/** The page that an entry shows: any page that the tenant can have, searchable by name. */
export function MenuPageInput(props: FieldInputProps) {
  const { field, label, disabled } = props;
  const { translate } = useFormatContext();
  const bound = useBoundField(field);
  const { entry, outline } = useTypedEntry();
  const names = useEntryNames(outline);
  const value = plainText(bound.value);
  const nameOf = (page: MenuPage) => names.pageName(page.component_path) ?? page.component_path;
  const unknown: MenuPage = { component_path: value, title: value, is_resource: false, icon: null, permissions: [] };
  const known = outline.pages.find(({ component_path }) => component_path === value);
  const groupOf = ({ is_resource }: MenuPage) =>
    translate(is_resource ? 'menuEditor.resources' : 'menuEditor.built_in');
  const options = outline.pages.toSorted(
    (a, b) => groupOf(a).localeCompare(groupOf(b)) || nameOf(a).localeCompare(nameOf(b)),
  );
  return (
    <>
      <BoundAutocomplete
        field={field}
        label={label}
        bound={bound}
        hint={translate('menuEditor.page_help')}
        disabled={disabled || (isExternalAddress(entry.url_name) && value === '')}
        value={value === '' ? null : (known ?? unknown)}
        options={options}
        groupBy={groupOf}
        getOptionLabel={nameOf}
        getOptionKey={({ component_path }) => component_path}
        isOptionEqualToValue={(page, other) => page.component_path === other.component_path}
        filterOptions={(pages, { inputValue }) => pages.filter((page) => holds(page, nameOf(page), inputValue))}
        onChange={(_event, page) => bound.change(page?.component_path ?? null)}
        renderOption={({ key, ...option }, page) => (
          <li key={key} {...option}>
            <ListItemText primary={nameOf(page)} secondary={page.component_path} sx={{ my: 0 }} />
          </li>
        )}
      />
      {known && (
        <PagePreview page={known} entries={outline.entries.filter(({ id }) => id !== entry.id)} names={names} />
      )}
    </>
  );
}

function holds({ component_path }: MenuPage, name: string, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return name.toLowerCase().includes(wanted) || component_path.toLowerCase().includes(wanted);
}

interface PagePreviewProps {
  page: MenuPage;
  /** The other entries of the menu. */
  entries: readonly MenuOutlineEntry[];
  names: EntryNames;
}

/** The content of a page, its permissions, and whether another entry already shows it. */
function PagePreview({ page, entries, names }: PagePreviewProps) {
  const { translate } = useFormatContext();
  const others = entries.filter(({ component_path }) => component_path === page.component_path);
  return (
    <Box sx={{ display: 'grid', gap: 0.5, mb: 1.5 }}>
      {page.is_resource && <Columns name={page.component_path} />}
      <Typography variant="caption" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {translate('menuEditor.permissions', { keys: page.permissions.join(', ') })}
      </Typography>
      {others.length > 0 && (
        <Alert severity="info" sx={{ py: 0 }}>
          {translate('menuEditor.shown_by', {
            entries: others
              .map((one) => `${names.nameOf(one)} (${addressOf(one, entries)})`)
              .join(translate('list.comma')),
          })}
        </Alert>
      )}
    </Box>
  );
}

function Columns({ name }: { name: string }) {
  const context = useFormatContext();
  const { data: resource } = useDeclaration(name);
  if (!resource) return null;
  const columns = resource.list.columns.map((column) => fieldLabel(column, { ...context, resource: name }));
  return (
    <Typography variant="caption" color="text.secondary">
      {context.translate('menuEditor.columns', { columns: columns.join(context.translate('list.comma')) })}
    </Typography>
  );
}
