import { useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import {
  BATCH_COLUMNS,
  repairItemCall,
  type BatchColumn,
  type BatchItem,
  type BatchState,
} from '#shared/contract/batches.ts';
import { useApi } from '#console/api/createApi.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { outcomeOf } from '#console/api/ApiError.ts';
import { fieldErrors } from '#console/ui/form/fieldErrors.ts';
import { errorText } from '#console/ui/FailureAlert.tsx';

export interface CellPlace {
  itemId: string;
  column: BatchColumn;
}

/** Where the focus goes after a cell: its own button, the next or previous cell, or wherever the user clicked. */
export type Leaving = 'stay' | 'next' | 'previous' | 'away';

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
  const notify = useNotify();
  const { translate } = useFormatContext();
  const [open, setOpen] = useState<CellPlace | null>(null);
  /** The cell whose button gets the focus back. */
  const [returned, setReturned] = useState<CellPlace | null>(null);
  const [awaitsRows, setAwaitsRows] = useState(startsAtProblem);
  if (awaitsRows && items.length > 0) {
    setAwaitsRows(false);
    setReturned(firstProblem(items));
  }
  const [pending, setPending] = useState<Texts>(new Map());
  const [unsent, setUnsent] = useState<Texts>(new Map());
  const queue = useRef<Promise<void>>(Promise.resolve());

  async function save(place: CellPlace, text: string): Promise<void> {
    const { itemId, column } = place;
    try {
      const { batch, item } = await api(repairItemCall, {
        params: { id: itemId },
        body: { cells: { [column]: text } },
      });
      onReplace(batch, item);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      notify(fieldErrors(error, []).rest?.message ?? errorText(error, translate), { type: 'error' });
      if (outcomeOf(error) === 'refused') onRefresh();
      // If the server didn't respond, the typed text stays in the cell.
      else setUnsent((texts) => new Map([...texts, [keyOf(place), text]]));
    } finally {
      setPending((texts) => without(texts, place));
    }
  }

  /** Accepts the card number. The number doesn't change, so after a failure the user only clicks again. */
  async function accept(place: CellPlace): Promise<void> {
    try {
      const { batch, item } = await api(repairItemCall, {
        params: { id: place.itemId },
        body: { cells: {}, accept_card: true },
      });
      onReplace(batch, item);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      notify(errorText(error, translate), { type: 'error' });
      if (outcomeOf(error) === 'refused') onRefresh();
    } finally {
      setPending((texts) => without(texts, place));
    }
  }

  function leave(place: CellPlace, text: string | null, leaving: Leaving): void {
    setUnsent((texts) => without(texts, place));
    if (text !== null) {
      setPending((texts) => new Map([...texts, [keyOf(place), text]]));
      queue.current = queue.current.then(() => save(place, text));
    }
    const beside = leaving === 'next' || leaving === 'previous' ? neighbour(items, place, leaving) : null;
    setOpen(beside);
    setReturned(beside === null && leaving !== 'away' ? place : null);
  }

  return {
    isOpen: (place: CellPlace) => isSame(open, place),
    takesFocus: (place: CellPlace) => isSame(returned, place),
    /** The text being sent, or undefined if the cell matches the server's. */
    pendingText: (place: CellPlace) => pending.get(keyOf(place)),
    /** The text that failed to send, or undefined if there is none. */
    unsentText: (place: CellPlace) => unsent.get(keyOf(place)),
    /** True if any edit hasn't been saved by the server. */
    isUnsaved: pending.size + unsent.size > 0,
    begin(place: CellPlace) {
      setReturned(null);
      setOpen(place);
    },
    leave,
    /** Accepts a card number that looks mistyped. Focuses the cell, because the button disappears. */
    acceptCard({ id, cells }: BatchItem) {
      const place: CellPlace = { itemId: id, column: 'card_number' };
      setPending((texts) => new Map([...texts, [keyOf(place), cells.card_number ?? '']]));
      queue.current = queue.current.then(() => accept(place));
      setReturned(place);
    },
  };
}

const keyOf = ({ itemId, column }: CellPlace) => `${itemId} ${column}`;

const without = (texts: Texts, place: CellPlace): Texts => new Map([...texts].filter(([key]) => key !== keyOf(place)));

const isSame = (one: CellPlace | null, other: CellPlace) => one !== null && keyOf(one) === keyOf(other);

function firstProblem(items: readonly BatchItem[]): CellPlace | null {
  for (const { id, problems } of items) {
    const column = BATCH_COLUMNS.find((name) => (problems[name] ?? []).length > 0);
    if (column) return { itemId: id, column };
  }
  return null;
}

function neighbour(
  items: readonly BatchItem[],
  { itemId, column }: CellPlace,
  way: 'next' | 'previous',
): CellPlace | null {
  const row = items.findIndex(({ id }) => id === itemId);
  const at = row * BATCH_COLUMNS.length + BATCH_COLUMNS.indexOf(column) + (way === 'next' ? 1 : -1);
  const item = items[Math.floor(at / BATCH_COLUMNS.length)];
  const beside = BATCH_COLUMNS[((at % BATCH_COLUMNS.length) + BATCH_COLUMNS.length) % BATCH_COLUMNS.length];
  return item && beside ? { itemId: item.id, column: beside } : null;
}
