import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Switch,
} from '@mui/material';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { openPath, type ResourceView } from '../../ResourceView.ts';
import type { TableParts } from '../columns.ts';

/** Keys by the name of their action, `shortcutList.<name>`. */
const ROW_KEYS = {
  move: ['↑', '↓'],
  ends: ['Home', 'End'],
  open: ['Enter'],
  edit_cell: ['F2'],
  expand: ['→', '←'],
  select: ['Space'],
  select_range: ['Shift', 'Space'],
  unselect: ['Esc'],
  confirm: ['Ctrl', 'Enter'],
};
const PAGE_KEYS = { search: ['/'], create: ['n'], export: ['e'], help: ['?'] };

type Shortcut = keyof typeof ROW_KEYS | keyof typeof PAGE_KEYS;

interface ShortcutsDialogProps {
  view: ResourceView;
  parts: TableParts;
  /** True if single keys that work anywhere on the page are enabled. */
  enabled: boolean;
  onEnable(enabled: boolean): void;
  onClose(): void;
}

/**
 * Lists the shortcuts. Users can turn the page's single keys off, because speech input or unsteady hands may trigger
 * them (WCAG 2.1.4).
 */
export function ShortcutsDialog({ view, parts, enabled, onEnable, onClose }: ShortcutsDialogProps) {
  const { translate } = useFormatContext();
  const all: [string, string[]][] = Object.entries({ ...PAGE_KEYS, ...ROW_KEYS });
  const names = new Set<string>(shortcutsOf(view, parts));
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose}>
      <DialogTitle>{translate('shortcuts.title')}</DialogTitle>
      <DialogContent>
        <Box component="dl" sx={list}>
          {all
            .filter(([name]) => names.has(name))
            .map(([name, keys]) => (
              <Box key={name}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{translate(`shortcutList.${name}`)}</dd>
              </Box>
            ))}
        </Box>
        <FormControlLabel
          control={<Switch checked={enabled} onChange={(event) => onEnable(event.target.checked)} />}
          label={translate('shortcutList.enabled')}
        />
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {translate('shell.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Shortcuts that work in a list. */
function shortcutsOf(view: ResourceView, { expand, select }: TableParts): Shortcut[] {
  return [
    ...(['help', 'move', 'ends'] as const),
    ...(view.resource.list.search.length > 0 ? (['search'] as const) : []),
    ...(view.canCreate ? (['create'] as const) : []),
    ...(view.canExport ? (['export'] as const) : []),
    ...(openPath(view, '') === null ? [] : (['open'] as const)),
    ...(view.canEdit && view.resource.list.edit.length > 0 ? (['edit_cell'] as const) : []),
    ...(expand ? (['expand'] as const) : []),
    ...(select ? (['select', 'select_range', 'unselect'] as const) : []),
    ...(view.resource.actions.some(view.can) ? (['confirm'] as const) : []),
  ];
}

const list = {
  m: 0,
  mb: 2,
  fontSize: '0.875rem',
  '& > div': { display: 'flex', gap: 2, py: 0.5, alignItems: 'baseline' },
  '& dt': { flex: '0 0 112px', display: 'flex', gap: 0.5 },
  '& dd': { m: 0 },
  '& kbd': {
    px: 0.75,
    minWidth: 24,
    textAlign: 'center',
    border: 1,
    borderColor: 'divider',
    borderBottomWidth: 2,
    borderRadius: '4px',
    fontFamily: 'inherit',
    fontSize: '0.75rem',
    lineHeight: '20px',
    backgroundColor: 'background.default',
  },
};
