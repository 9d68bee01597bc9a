import Search from '@mui/icons-material/Search';
import { IconButton } from '@mui/material';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { useTranslate } from 'react-admin';
import { lazy } from '@merchant-console/ra-declared/internal';
import type { RecentRecord } from './Palette.tsx';

const Palette = lazy(async () => (await import('./Palette.tsx')).Palette);

/** Opens the palette at its keyboard shortcut, or when a part of the console calls `open`. */
export function PaletteHost({ children }: { children: ReactNode }) {
  const [recent] = useState(createRecentRecords);
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  const close = useCallback(() => setOpen(false), []);
  const parts = useMemo(() => ({ recent, open }), [recent, open]);

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
    <Context value={parts}>
      {children}
      {isOpen && <Palette recent={recent.get()} onClose={close} />}
    </Context>
  );
}

/** True if a dialog is open. The palette must not lead users away from what they have started there. */
function isDialogOpen(): boolean {
  const dialogs = document.querySelectorAll('[aria-modal="true"]');
  return [...dialogs].some((dialog) => dialog.checkVisibility({ visibilityProperty: true }));
}

interface PaletteParts {
  recent: ReturnType<typeof createRecentRecords>;
  open: () => void;
}

const Context = createContext<PaletteParts>({ recent: createRecentRecords(), open: () => {} });

/** The recent records, and a function that opens the palette. */
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

const MAX_RECENT = 8;

/**
 * Keeps the most recently opened records of a session, in memory only, so that the next user of the browser doesn't see
 * them.
 */
export function createRecentRecords() {
  let records: readonly RecentRecord[] = [];
  return {
    /** Newest first. The array is stable until another record is opened. */
    get: () => records,
    add(record: RecentRecord) {
      records = [record, ...records.filter(({ to }) => to !== record.to)].slice(0, MAX_RECENT);
    },
  };
}
