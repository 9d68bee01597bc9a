import ChecklistIcon from '@mui/icons-material/Checklist';
import DensityIcon from '@mui/icons-material/DensitySmall';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import UploadIcon from '@mui/icons-material/UploadOutlined';
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined';
import { Button, Stack, type ButtonProps } from '@mui/material';
import { memo, type ReactNode } from 'react';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { ListActions } from '../../actions/ActionButton.tsx';
import { importPath, type ResourceView } from '../../ResourceView.ts';
import { Link } from '../../ui/router/Link.tsx';
import type { Density } from '../listPreferences.ts';
import { NewRecordLink } from './NewRecordLink.tsx';

interface ListToolbarProps {
  view: ResourceView;
  density: Density;
  onDensity(density: Density): void;
  onOpen(dialog: 'export' | 'shortcuts'): void;
  /** State of the selection mode, for screens without space for checkboxes. Null if rows can't be selected. */
  selecting: { isOn: boolean; turn(on: boolean): void } | null;
}

const fromTablet = { display: { xs: 'none', sm: 'inline-flex' } };
const onPhone = { display: { sm: 'none' } };

/** Actions on the list as a whole, and its density. */
export const ListToolbar = memo(function ListToolbar({ view, density, selecting, ...on }: ListToolbarProps) {
  const { translate } = useFormatContext();
  const { canCreate, canExport, canImport } = view;
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
      {canExport && (
        <ToolbarButton label={translate('list.export')} icon={<DownloadIcon />} onClick={() => on.onOpen('export')} />
      )}
      {canImport && (
        <ToolbarButton label={translate('list.import')} icon={<UploadIcon />} to={importPath(view.basePath)} />
      )}
      <ListActions view={view} />
      {canCreate && <NewRecordLink view={view} sx={{ '& span': { display: { xs: 'none', sm: 'inline' } } }} />}
    </Stack>
  );
});

const iconOnly = { px: 0.75, '& [data-name]': { display: 'none' } };

interface ToolbarButtonProps extends Omit<ButtonProps, 'children' | 'startIcon'> {
  label: string;
  icon: ReactNode;
  /** Address, if it is a link. */
  to?: string;
}

/** A button above the list: icon and name, or only the icon if there is no space. */
function ToolbarButton({ label, icon, to, sx, ...props }: ToolbarButtonProps) {
  return (
    <Button
      size="small"
      variant="outlined"
      color="inherit"
      aria-label={label}
      title={label}
      {...(to !== undefined && { component: Link, to })}
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
