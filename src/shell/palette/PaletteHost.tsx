import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  createContext,
  useContext,
  type ReactNode,
} from 'react';
import Search from '@mui/icons-material/Search';
import { IconButton } from '@mui/material';
import { useTranslate } from 'react-admin';
import { onDemand } from '#console/ui/loading/onDemand.tsx';
import { createRecentRecords, type RecentRecords } from './recentRecords.ts';
import type { FindRecords } from './useFoundRecords.ts';

const Palette = onDemand(async () => (await import('./Palette.tsx')).Palette);

interface PaletteHostProps {
  findRecords: FindRecords;
  children: ReactNode;
}

/** Opens the palette at its keyboard shortcut, or when a part of the console calls `open`. */
export function PaletteHost({ findRecords, children }: PaletteHostProps) {
  const [recent] = useState(createRecentRecords);
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  const close = useCallback(() => setOpen(false), []);
  const parts = useMemo(() => ({ recent, findRecords, open }), [recent, findRecords, open]);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isPaletteKey(event) || (!isOpen && isDialogOpen())) return;
    event.preventDefault();
    if (isOpen) close();
    else open();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  return (
    <PaletteProvider value={parts}>
      {children}
      {isOpen && <Palette recent={recent.get()} findRecords={findRecords} onClose={close} />}
    </PaletteProvider>
  );
}

/** True if a dialog is open. The palette must not lead users away from what they have started there. */
function isDialogOpen(): boolean {
  const dialogs = document.querySelectorAll('[aria-modal="true"]');
  return [...dialogs].some((dialog) => dialog.checkVisibility({ visibilityProperty: true }));
}

interface PaletteParts {
  recent: RecentRecords;
  findRecords: FindRecords;
  open: () => void;
}

const Context = createContext<PaletteParts>({
  recent: createRecentRecords(),
  findRecords: async () => [],
  open: () => {},
});
const PaletteProvider = Context.Provider;

/** The recent records, the search of records, and a function that opens the palette. */
export function usePalette(): PaletteParts {
  return useContext(Context);
}

/** Button for the palette, for screens without a keyboard or room for a field. */
export function PaletteButton() {
  const translate = useTranslate();
  const { open } = usePalette();
  return (
    <IconButton
      aria-label={translate('palette.name')}
      aria-haspopup="dialog"
      onClick={open}
      sx={{ color: 'text.secondary' }}
    >
      <Search fontSize="small" />
    </IconButton>
  );
}

/** True for Ctrl+K, or Command+K on a Mac, without other modifiers, key repeat or text composition. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing } = event;
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey && !repeat && !isComposing;
}

/** Name of the shortcut on the user's system. */
export function paletteKeys({ userAgent }: Pick<Navigator, 'userAgent'>): string {
  return /Mac/.test(userAgent) ? '⌘K' : 'Ctrl+K';
}
