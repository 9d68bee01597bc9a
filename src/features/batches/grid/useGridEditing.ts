import { BATCH_COLUMNS, type BatchColumn } from '#shared/contract/batchFile.ts';
import { repairItemCall, type BatchItem, type BatchState } from '#shared/contract/batches.ts';
import { useApi } from '#console/api/createApi.ts';
import { type CellEditing, type CellPlace, useCellEditing } from '#console/ui/grid/useCellEditing.ts';

interface Options {
  items: readonly BatchItem[];
  /** True to focus the first cell with a problem once the rows are there, as after an upload. */
  startsAtProblem?: boolean;
  onReplace(batch: BatchState, item: BatchItem): void;
  onRefresh(): void;
}

export interface GridEditing extends CellEditing<BatchColumn> {
  /** Accepts a card number that looks mistyped. */
  acceptCard(item: BatchItem): void;
}

/** Edits the rows of a draft, each of which is stored and checked by the server. */
export function useGridEditing({ items, startsAtProblem = false, onReplace, onRefresh }: Options): GridEditing {
  const api = useApi();
  const editing = useCellEditing<BatchColumn>({
    itemIds: items.map(({ id }) => id),
    columns: BATCH_COLUMNS,
    startsAtProblem,
    blocks({ itemId, column }) {
      const item = items.find(({ id }) => id === itemId);
      return item !== undefined && blocks(item, column);
    },
    async save({ itemId, column }: CellPlace<BatchColumn>, text) {
      const body = text === null ? { cells: {}, accept_card: true } : { cells: { [column]: text } };
      const { batch, item } = await api(repairItemCall, { params: { id: itemId }, body });
      onReplace(batch, item);
      return BATCH_COLUMNS.find((name) => blocks(item, name));
    },
    onRefresh,
  });
  return {
    ...editing,
    acceptCard: ({ id, cells }) => editing.accept({ itemId: id, column: 'card_number' }, cells.card_number ?? ''),
  };
}

/** True if a card number looks mistyped and hasn't been accepted. */
export const isOpenCard = (item: BatchItem) => item.card_concern !== null && !item.card_accepted;

/** True if the batch can't be submitted because of this cell. */
const blocks = (item: BatchItem, column: BatchColumn) =>
  (item.problems[column] ?? []).length > 0 || (column === 'card_number' && isOpenCard(item));
