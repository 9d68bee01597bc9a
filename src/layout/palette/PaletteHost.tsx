import { useCallback, useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { onDemand } from '#console/loading/onDemand.tsx';
import { isPaletteKey } from './isPaletteKey.ts';
import { PaletteProvider } from './PaletteContext.ts';
import { createRecentRecords } from './recentRecords.ts';
import type { FindRecords } from './useFoundRecords.ts';

const Palette = onDemand(async () => (await import('./Palette.tsx')).Palette);

interface PaletteHostProps {
  findRecords: FindRecords;
  children: ReactNode;
}

/** Opens the palette at a press of its keys anywhere, or when a part of the console asks for it. */
export function PaletteHost({ findRecords, children }: PaletteHostProps) {
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
    <PaletteProvider value={parts}>
      {children}
      {isOpen && <Palette recent={recent.get()} findRecords={findRecords} onClose={close} />}
    </PaletteProvider>
  );
}

/** Whoever has begun something in a dialog is not to be led away from it. */
function isDialogOpen(): boolean {
  const dialogs = document.querySelectorAll('[aria-modal="true"]');
  return [...dialogs].some((dialog) => dialog.checkVisibility({ visibilityProperty: true }));
}
