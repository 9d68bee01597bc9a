import { ListItemText, Alert, Box, Typography } from '@mui/material';
import type { MenuPage, MenuOutlineEntry } from '#shared/contract/menus.ts';
import { plainText } from '#shared/format/plainText.ts';
import { isExternalAddress, addressOf } from '#shared/menus/menuAddress.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { BoundAutocomplete } from '#console/fields/inputs/BoundAutocomplete.tsx';
import type { FieldInputProps } from '#console/fields/inputs/FieldInputProps.ts';
import { useBoundField } from '#console/fields/inputs/useBoundField.ts';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import { useDeclaration } from '#console/resource/declaration/useDeclaration.ts';
import { useEntryNames, type EntryNames, useTypedEntry } from '../useEntryNames.ts';

/** The page that an entry shows: any page that the tenant can have, searchable by name. */
export function MenuPageInput(props: FieldInputProps) {
  const { field, label, disabled } = props;
  const { translate } = useFormatContext();
  const bound = useBoundField(field);
  const { entry, outline } = useTypedEntry();
  const names = useEntryNames(outline);
  const value = plainText(bound.value);
  const nameOf = (page: MenuPage) => names.pageName(page.component_path) ?? page.component_path;
  const unknown: MenuPage = { component_path: value, title: value, is_resource: false, permissions: [] };
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
