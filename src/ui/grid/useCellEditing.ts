import { useRef, useState } from 'react';
import { WordedError, outcomeOf } from '@merchant-console/ra-provider';
import { fieldErrors, useFailureToast } from '@merchant-console/ra-declared/internal';

export interface CellPlace<Column extends string = string> {
  itemId: string;
  column: Column;
}

/**
 * Where the focus goes after a cell. `stay`: its own button. `down`, `up`: from a cell that blocks what the rows are for to
 * the next or previous one, from any other to the row below or above. `next`, `previous`: the cell beside, which opens.
 * `away`: wherever the user clicked.
 */
export type Leaving = 'stay' | 'down' | 'up' | 'next' | 'previous' | 'away';

interface FocusedCell<Column extends string> extends CellPlace<Column> {
  /** True if no other cell blocks the rows, so that the focus goes on to Submit once the server accepts the correction. */
  leadsToSubmit?: boolean;
}

/** Keyed by `keyOf` a cell. */
type Texts = ReadonlyMap<string, string>;

interface Options<Column extends string> {
  /** IDs of the rows, top to bottom. */
  itemIds: readonly string[];
  /** Columns that can be edited, left to right. */
  columns: readonly Column[];
  /** True if the cell must be corrected. */
  blocks(place: CellPlace<Column>): boolean;
  /** True to focus the first cell with a problem once the rows are there, as after an upload. */
  startsAtProblem?: boolean;
  /**
   * Sends a correction. Resolves to the first column of the row that still must be corrected, if any.
   * @param text null to accept the value as it is
   */
  save(place: CellPlace<Column>, text: string | null): Promise<Column | undefined>;
  /** Called if the server refuses a correction. */
  onRefresh(): void;
}

export interface CellEditing<Column extends string = string> {
  isOpen(place: CellPlace<Column>): boolean;
  takesFocus(place: CellPlace<Column>): boolean;
  /** The text being sent, or undefined if the cell matches the server's. */
  pendingText(place: CellPlace<Column>): string | undefined;
  /** The text that failed to send, or undefined if there is none. */
  unsentText(place: CellPlace<Column>): string | undefined;
  /** True if any edit hasn't been saved by the server. */
  isUnsaved: boolean;
  /** True while the focus waits in the last corrected cell for the rows to become ready. */
  leadsToSubmit: boolean;
  /** Called when the focused cell loses the focus, so that nothing takes it back. */
  forgetFocus(): void;
  begin(place: CellPlace<Column>): void;
  /** @param text the new text, or null if it hasn't changed */
  leave(place: CellPlace<Column>, text: string | null, leaving: Leaving): void;
  /** Accepts a value as it is, shown as `text` meanwhile. Moves the focus as after a correction. */
  accept(place: CellPlace<Column>, text: string): void;
}

/** The open cell of a table, and the queue of edits, which are sent one after the other in the order they were typed. */
export function useCellEditing<Column extends string>({
  itemIds,
  columns,
  blocks,
  startsAtProblem = false,
  save: send,
  onRefresh,
}: Options<Column>): CellEditing<Column> {
  type Place = CellPlace<Column>;
  const steps = { stay: 0, down: columns.length, up: -columns.length, next: 1, previous: -1, away: 0 };
  const toastFailure = useFailureToast();
  const [open, setOpen] = useState<Place | null>(null);
  /** The cell whose button gets the focus, until it loses it. */
  const [focused, setFocused] = useState<FocusedCell<Column> | null>(null);
  const [awaitsRows, setAwaitsRows] = useState(startsAtProblem);
  const [pending, setPending] = useState<Texts>(new Map());
  const [unsent, setUnsent] = useState<Texts>(new Map());
  const queue = useRef<Promise<void>>(Promise.resolve());
  const cells = itemIds.flatMap((itemId) => columns.map((column): Place => ({ itemId, column })));
  const blocking = cells.filter((place) => unsent.has(keyOf(place)) || blocks(place));
  if (awaitsRows && itemIds.length > 0) {
    setAwaitsRows(false);
    setFocused(blocking[0] ?? null);
  }

  async function save(place: Place, text: string | null): Promise<void> {
    const { itemId, column } = place;
    try {
      const wrong = await send(place, text);
      if (wrong) setFocused((cell) => (cell?.leadsToSubmit ? { itemId, column: wrong } : cell));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const { byField, rest } = fieldErrors(error, [column]);
      toastFailure(byField[0] ? new WordedError(byField[0][1]) : (rest ?? error));
      if (outcomeOf(error) === 'refused') onRefresh();
      // If the server didn't respond, the typed text stays in the cell.
      else if (text !== null) setUnsent((texts) => new Map([...texts, [keyOf(place), text]]));
    } finally {
      setPending((texts) => without(texts, place));
    }
  }

  /** The cell that `down` or `up` leads to. Cells that are being saved count as corrected. */
  function beyond(place: Place, leaving: 'down' | 'up', isCorrected: boolean): FocusedCell<Column> {
    const stops = blocking.filter((cell) => isSame(cell, place) || !pending.has(keyOf(cell)));
    const at = stops.findIndex((cell) => isSame(cell, place));
    if (at < 0) return neighbour(place, steps[leaving]) ?? place;
    const next = stops.at((at + Math.sign(steps[leaving])) % stops.length) ?? place;
    return { ...next, leadsToSubmit: isCorrected && stops.length === 1 };
  }

  /** The cell that is `step` cells further, counted row by row, or null beyond the ends. */
  function neighbour(place: Place, step: number): Place | null {
    const at = cells.findIndex((cell) => isSame(cell, place)) + step;
    return cells[at] ?? null;
  }

  function leave(place: Place, text: string | null, leaving: Leaving): void {
    setUnsent((texts) => without(texts, place));
    if (text !== null) {
      setPending((texts) => new Map([...texts, [keyOf(place), text]]));
      queue.current = queue.current.then(() => save(place, text));
    }
    const beside = leaving === 'next' || leaving === 'previous' ? neighbour(place, steps[leaving]) : null;
    setOpen(beside);
    if (beside !== null || leaving === 'away') setFocused(null);
    else if (leaving === 'down' || leaving === 'up') setFocused(beyond(place, leaving, text !== null));
    else setFocused(place);
  }

  return {
    isOpen: (place) => isSame(open, place),
    takesFocus: (place) => isSame(focused, place),
    pendingText: (place) => pending.get(keyOf(place)),
    unsentText: (place) => unsent.get(keyOf(place)),
    isUnsaved: pending.size + unsent.size > 0,
    leadsToSubmit: focused?.leadsToSubmit ?? false,
    forgetFocus: () => setFocused(null),
    begin(place) {
      setFocused(null);
      setOpen(place);
    },
    leave,
    // After a failure the user only presses again.
    accept(place, text) {
      setPending((texts) => new Map([...texts, [keyOf(place), text]]));
      queue.current = queue.current.then(() => save(place, null));
      setFocused(beyond(place, 'down', true));
    },
  };
}

const keyOf = ({ itemId, column }: CellPlace) => `${itemId} ${column}`;

const without = (texts: Texts, place: CellPlace): Texts => new Map([...texts].filter(([key]) => key !== keyOf(place)));

const isSame = (one: CellPlace | null, other: CellPlace) => one !== null && keyOf(one) === keyOf(other);
