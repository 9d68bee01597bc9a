import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { lazy } from '../../ui/loading/lazy.tsx';

const CellTooltip = lazy(async () => (await import('./CellTooltip.tsx')).CellTooltip);

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
  const leaving = useRef<number>(undefined);
  if (shownRows !== rows) {
    setShownRows(rows);
    setCell(null);
  }
  const show = useCallback((next: HTMLElement | undefined) => {
    clearTimeout(leaving.current);
    if (next) setCell(next);
    else leaving.current = window.setTimeout(() => setCell(null), LEAVE_MS);
  }, []);
  useEffect(() => {
    const element = table.current;
    if (!element) return;
    const listening = new AbortController();
    const { signal } = listening;
    let pointed: EventTarget | null = null;
    element.addEventListener(
      // Not `pointerover`, which a pointer at rest also sends when a tooltip above it has closed.
      'pointermove',
      ({ target, pointerType }) => {
        // A finger opens the record instead, which shows the full text.
        if (target === pointed || pointerType === 'touch') return;
        pointed = target;
        show(cellsAt(target).find(isCutOff));
      },
      { signal },
    );
    element.addEventListener(
      'pointerleave',
      () => {
        pointed = null;
        show(undefined);
      },
      { signal },
    );
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
      clearTimeout(leaving.current);
      listening.abort();
    };
  }, [table, show]);
  return (
    cell && (
      <CellTooltip
        cell={cell}
        onOver={() => show(cell)}
        onLeave={() => show(undefined)}
        onDismiss={() => setCell(null)}
      />
    )
  );
}

function cellsAt(target: EventTarget | null): HTMLElement[] {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td') : null;
  return cell ? [cell] : [];
}

const isCutOff = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth > clientWidth;
