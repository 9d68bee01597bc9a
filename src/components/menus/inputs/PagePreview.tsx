import { Alert, Box, Typography } from '@mui/material';
import type { MenuOutlineEntry, MenuPage } from '#shared/contract/menus.ts';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import { addressOf } from '#shared/menus/menuAddress.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { useDeclaration } from '#console/views/declaration/useDeclaration.ts';
import type { EntryNames } from '../useEntryNames.ts';

interface PagePreviewProps {
  page: MenuPage;
  /** The other entries of the menu. */
  entries: readonly MenuOutlineEntry[];
  names: EntryNames;
}

/** What is on a page, what one can be allowed to do there, and whether another entry shows it already. */
export function PagePreview({ page, entries, names }: PagePreviewProps) {
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
            entries: others.map((one) => `${names.nameOf(one)} (${addressOf(one, entries)})`).join(', '),
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
      {context.translate('menuEditor.columns', { columns: columns.join(', ') })}
    </Typography>
  );
}
