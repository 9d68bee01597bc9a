import ChecklistIcon from '@mui/icons-material/Checklist';
import DensityIcon from '@mui/icons-material/DensitySmall';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined';
import { Button, Stack, type ButtonProps } from '@mui/material';
import { memo, useId, useState, type ReactNode } from 'react';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { ListActions } from '../../actions/ActionButton.tsx';
import type { ResourceView } from '../../ResourceView.ts';
import type { ListColumns } from '../columns/useColumns.ts';
import type { Density } from '../listPreferences.ts';
import { NewRecordLink } from './NewRecordLink.tsx';
import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined';
import type { Resource } from '@merchant-console/declaration';
import { lazy, prefetchOn } from '../../ui/loading/lazy.tsx';

interface ListToolbarProps {
  view: ResourceView;
  columns: ListColumns;
  density: Density;
  onDensity(density: Density): void;
  onOpen(dialog: 'export' | 'shortcuts'): void;
  /** State of the selection mode, for screens without space for checkboxes. Null if rows can't be selected. */
  selecting: { isOn: boolean; turn(on: boolean): void } | null;
}

const fromTablet = { display: { xs: 'none', sm: 'inline-flex' } };
const onPhone = { display: { sm: 'none' } };

/** Actions on the list as a whole, and display options. */
export const ListToolbar = memo(function ListToolbar({ view, columns, density, selecting, ...on }: ListToolbarProps) {
  const { translate } = useFormatContext();
  const { resource, canCreate, canExport } = view;
  const isCompact = density === 'compact';
  return (
    <Stack role="group" aria-label={translate('list.tools')} direction="row" sx={{ gap: 1, ml: 'auto', flex: 'none' }}>
      {selecting && (
        <ToolbarButton
          label={translate('selection.select')}
          icon={<ChecklistIcon />}
          aria-pressed={selecting.isOn}
          onClick={() => selecting.turn(!selecting.isOn)}
          sx={onPhone}
        />
      )}
      <ToolbarButton
        label={translate('shortcuts.title')}
        icon={<KeyboardIcon />}
        onClick={() => on.onOpen('shortcuts')}
        sx={[fromTablet, iconOnly]}
      />
      <ToolbarButton
        label={translate('list.compact')}
        icon={<DensityIcon />}
        aria-pressed={isCompact}
        onClick={() => on.onDensity(isCompact ? 'comfortable' : 'compact')}
        sx={[fromTablet, iconOnly]}
      />
      <ColumnsMenu resource={resource} columns={columns} />
      {canExport && (
        <ToolbarButton label={translate('list.export')} icon={<DownloadIcon />} onClick={() => on.onOpen('export')} />
      )}
      <ListActions view={view} />
      {canCreate && <NewRecordLink view={view} sx={{ '& span': { display: { xs: 'none', sm: 'inline' } } }} />}
    </Stack>
  );
});

const iconOnly = { px: 0.75, '& [data-name]': { display: 'none' } };

const ColumnsPopover = lazy(async () => (await import('../columns/ColumnsPopover.tsx')).ColumnsPopover);

/** Button and popover that choose and order the columns. */
function ColumnsMenu({ resource, columns }: { resource: Resource; columns: ListColumns }) {
  const { translate } = useFormatContext();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  return (
    <>
      <ToolbarButton
        label={translate('list.columns')}
        icon={<ViewColumnIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : id}
        onClick={(event) => setAnchor(event.currentTarget)}
        {...prefetchOn(ColumnsPopover)}
      />
      {anchor && (
        <ColumnsPopover id={id} resource={resource} columns={columns} anchor={anchor} onClose={() => setAnchor(null)} />
      )}
    </>
  );
}

interface ToolbarButtonProps extends Omit<ButtonProps, 'children' | 'startIcon'> {
  label: string;
  icon: ReactNode;
}

/** A button above the list: icon and name, or only the icon if there is no space. */
function ToolbarButton({ label, icon, sx, ...props }: ToolbarButtonProps) {
  return (
    <Button
      size="small"
      variant="outlined"
      color="inherit"
      aria-label={label}
      title={label}
      {...props}
      sx={[button, ...[sx ?? []].flat()]}
    >
      {icon}
      <span data-name>{label}</span>
    </Button>
  );
}

const button = {
  flex: 'none',
  minWidth: 32,
  height: 'var(--tool-height)',
  px: { xs: 0.75, lg: 1.25 },
  gap: 0.75,
  fontSize: '0.8125rem',
  '&.MuiButton-outlined': { borderColor: 'divider', backgroundColor: 'background.paper' },
  '& svg': { fontSize: 18 },
  '&[aria-pressed=true]': { color: 'primary.main', '&.MuiButton-outlined': { borderColor: 'primary.main' } },
  '& [data-name]': { display: { xs: 'none', lg: 'inline' } },
};
