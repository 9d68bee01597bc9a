import { useRef, useState } from 'react';
import { BATCH_COLUMNS, type BatchColumn } from '#shared/contract/batchFile.ts';
import { repairItemCall, type BatchItem, type BatchState } from '#shared/contract/batches.ts';
import { WordedError, outcomeOf } from '@merchant-console/ra-provider';
import { useApi } from '#console/api/createApi.ts';
import { fieldErrors, useFailureToast } from '@merchant-console/ra-declared/internal';

export interface CellPlace {
  itemId: string;
  column: BatchColumn;
}

/**
 * Where the focus goes after a cell. `stay`: its own button. `down`, `up`: from a cell that blocks the batch to the next or
 * previous one, from any other to the row below or above. `next`, `previous`: the cell beside, which opens. `away`:
 * wherever the user clicked.
 */
export type Leaving = keyof typeof STEPS;

const STEPS = { stay: 0, down: BATCH_COLUMNS.length, up: -BATCH_COLUMNS.length, next: 1, previous: -1, away: 0 };

interface FocusedCell extends CellPlace {
  /** True if no other cell blocks the batch, so that the focus goes on to Submit once the server accepts the correction. */
  leadsToSubmit?: boolean;
}

/** Keyed by `keyOf` a cell. */
type Texts = ReadonlyMap<string, string>;

interface Options {
  items: readonly BatchItem[];
  /** True to focus the first cell with a problem once the rows are there, as after an upload. */
  startsAtProblem?: boolean;
  onReplace(batch: BatchState, item: BatchItem): void;
  onRefresh(): void;
}

export type GridEditing = ReturnType<typeof useGridEditing>;

/** The open cell, and the queue of edits, which are sent one after the other in the order they were typed. */
export function useGridEditing({ items, startsAtProblem = false, onReplace, onRefresh }: Options) {
  const api = useApi();
  const toastFailure = useFailureToast();
  const [open, setOpen] = useState<CellPlace | null>(null);
  /** The cell whose button gets the focus, until it loses it. */
  const [focused, setFocused] = useState<FocusedCell | null>(null);
  const [awaitsRows, setAwaitsRows] = useState(startsAtProblem);
  const [pending, setPending] = useState<Texts>(new Map());
  const [unsent, setUnsent] = useState<Texts>(new Map());
  const queue = useRef<Promise<void>>(Promise.resolve());
  const blocking = items.flatMap((item) =>
    BATCH_COLUMNS.map((column) => ({ itemId: item.id, column })).filter(
      (place) => unsent.has(keyOf(place)) || blocks(item, place.column),
    ),
  );
  if (awaitsRows && items.length > 0) {
    setAwaitsRows(false);
    setFocused(blocking[0] ?? null);
  }

  /** @param text the correction, or null to accept the card number as it is */
  async function save(place: CellPlace, text: string | null): Promise<void> {
    const { itemId, column } = place;
    try {
      const body = text === null ? { cells: {}, accept_card: true } : { cells: { [column]: text } };
      const { batch, item } = await api(repairItemCall, { params: { id: itemId }, body });
      onReplace(batch, item);
      const wrong = BATCH_COLUMNS.find((name) => blocks(item, name));
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
  function beyond(place: CellPlace, leaving: 'down' | 'up', isCorrected: boolean): FocusedCell {
    const stops = blocking.filter((cell) => isSame(cell, place) || !pending.has(keyOf(cell)));
    const at = stops.findIndex((cell) => isSame(cell, place));
    if (at < 0) return neighbour(items, place, STEPS[leaving]) ?? place;
    const next = stops.at((at + Math.sign(STEPS[leaving])) % stops.length) ?? place;
    return { ...next, leadsToSubmit: isCorrected && stops.length === 1 };
  }

  function leave(place: CellPlace, text: string | null, leaving: Leaving): void {
    setUnsent((texts) => without(texts, place));
    if (text !== null) {
      setPending((texts) => new Map([...texts, [keyOf(place), text]]));
      queue.current = queue.current.then(() => save(place, text));
    }
    const beside = leaving === 'next' || leaving === 'previous' ? neighbour(items, place, STEPS[leaving]) : null;
    setOpen(beside);
    if (beside !== null || leaving === 'away') setFocused(null);
    else if (leaving === 'down' || leaving === 'up') setFocused(beyond(place, leaving, text !== null));
    else setFocused(place);
  }

  return {
    isOpen: (place: CellPlace) => isSame(open, place),
    takesFocus: (place: CellPlace) => isSame(focused, place),
    /** The text being sent, or undefined if the cell matches the server's. */
    pendingText: (place: CellPlace) => pending.get(keyOf(place)),
    /** The text that failed to send, or undefined if there is none. */
    unsentText: (place: CellPlace) => unsent.get(keyOf(place)),
    /** True if any edit hasn't been saved by the server. */
    isUnsaved: pending.size + unsent.size > 0,
    /** True while the focus waits in the last corrected cell for the batch to become ready to submit. */
    leadsToSubmit: focused?.leadsToSubmit ?? false,
    /** Called when the focused cell loses the focus, so that nothing takes it back. */
    forgetFocus: () => setFocused(null),
    begin(place: CellPlace) {
      setFocused(null);
      setOpen(place);
    },
    leave,
    /**
     * Accepts a card number that looks mistyped. Moves the focus as after a correction, because the button disappears.
     * After a failure the user only clicks again.
     */
    acceptCard({ id, cells }: BatchItem) {
      const place: CellPlace = { itemId: id, column: 'card_number' };
      setPending((texts) => new Map([...texts, [keyOf(place), cells.card_number ?? '']]));
      queue.current = queue.current.then(() => save(place, null));
      setFocused(beyond(place, 'down', true));
    },
  };
}

const keyOf = ({ itemId, column }: CellPlace) => `${itemId} ${column}`;

const without = (texts: Texts, place: CellPlace): Texts => new Map([...texts].filter(([key]) => key !== keyOf(place)));

const isSame = (one: CellPlace | null, other: CellPlace) => one !== null && keyOf(one) === keyOf(other);

/** True if a card number looks mistyped and hasn't been accepted. */
export const isOpenCard = (item: BatchItem) => item.card_concern !== null && !item.card_accepted;

/** True if the batch can't be submitted because of this cell. */
const blocks = (item: BatchItem, column: BatchColumn) =>
  (item.problems[column] ?? []).length > 0 || (column === 'card_number' && isOpenCard(item));

/** The cell that is `step` cells further, counted row by row, or null beyond the ends. */
function neighbour(items: readonly BatchItem[], { itemId, column }: CellPlace, step: number): CellPlace | null {
  const width = BATCH_COLUMNS.length;
  const row = items.findIndex(({ id }) => id === itemId);
  const at = row * width + BATCH_COLUMNS.indexOf(column) + step;
  const item = items[Math.floor(at / width)];
  const beside = BATCH_COLUMNS[at % width];
  return item && beside ? { itemId: item.id, column: beside } : null;
}
