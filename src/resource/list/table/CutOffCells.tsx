import { useEffect, useState, type RefObject } from 'react';
import { onDemand } from '#console/ui/loading/onDemand.tsx';

const CellTooltip = onDemand(async () => (await import('./CellTooltip.tsx')).CellTooltip);

/** Time to move the pointer from a cell to its tooltip. */
const LEAVE_MS = 200;

interface CutOffCellsProps {
  table: RefObject<HTMLElement | null>;
  /** When they change, the tooltip closes, because its cell may show another record. */
  rows: unknown;
}

/**
 * Shows the full text of a cell that is cut off, while the pointer rests on it, or while its row or a link in it has the
 * keyboard focus. One for the whole table, because a component for each cell would make lists slow.
 */
export function CutOffCells({ table, rows }: CutOffCellsProps) {
  const [cell, setCell] = useState<HTMLElement | null>(null);
  const [shownRows, setShownRows] = useState(rows);
  if (shownRows !== rows) {
    setShownRows(rows);
    setCell(null);
  }
  useEffect(() => {
    const element = table.current;
    if (!element) return;
    const listening = new AbortController();
    const { signal } = listening;
    let leaving: number | undefined;
    const show = (next: HTMLElement | undefined) => {
      clearTimeout(leaving);
      if (next) setCell(next);
      else leaving = window.setTimeout(() => setCell(null), LEAVE_MS);
    };
    element.addEventListener(
      'pointerover',
      // A finger opens the record instead, which shows the full text.
      ({ target, pointerType }) => pointerType !== 'touch' && show(cellsAt(target).find(isCutOff)),
      { signal },
    );
    element.addEventListener('pointerleave', () => show(undefined), { signal });
    element.addEventListener(
      'focusin',
      ({ target }) => {
        if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return;
        const cells = target.matches('tr') ? [...target.querySelectorAll<HTMLElement>('td')] : cellsAt(target);
        show(cells.find(isCutOff));
      },
      { signal },
    );
    element.addEventListener('focusout', () => show(undefined), { signal });
    return () => {
      clearTimeout(leaving);
      listening.abort();
    };
  }, [table]);
  return cell && <CellTooltip cell={cell} onClose={() => setCell(null)} />;
}

function cellsAt(target: EventTarget | null): HTMLElement[] {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td') : null;
  return cell ? [cell] : [];
}

const isCutOff = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth > clientWidth;
