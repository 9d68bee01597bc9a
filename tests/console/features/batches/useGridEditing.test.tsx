import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiProvider, createApi } from '#console/api/createApi.ts';
import { ApiError, type HttpAnswer } from '@merchant-console/ra-provider';
import { useGridEditing } from '#console/features/batches/grid/useGridEditing.ts';
import type { CellPlace as Place, Leaving } from '#console/ui/grid/useCellEditing.ts';
import { FormatContextProvider } from '../../../../packages/ra-declared/src/ui/FormatContext.ts';
import { BATCH_COLUMNS, type BatchColumn } from '#shared/contract/batchFile.ts';
import { batchItemSchema, type BatchItem } from '#shared/contract/batches.ts';
import { formatContext } from '#tests/support/formatContext.ts';
import { endedBatch } from './endedBatch.ts';

const item = (id: string, line: number): BatchItem =>
  batchItemSchema.parse({
    id,
    line_no: line,
    cells: Object.fromEntries(BATCH_COLUMNS.map((column) => [column, '5'])),
    problems: {},
    twin_line: null,
    card_concern: null,
    card_accepted: false,
    is_swallowed: false,
    recent_payout_no: null,
    amount: '500',
    fee: '10',
    status: 'valid',
    error_code: null,
    error_msg: null,
    payout_id: null,
    payout_no: null,
    repeats_payout_id: null,
    repeats_payout_no: null,
    saved_payee: null,
    repeated_by: null,
  });
const ITEMS = [item('a', 2), item('b', 3)];
const context = await formatContext();

type CellPlace = Place<BatchColumn>;

/** The requests so far. How the page shows their responses is tested in a browser (batchTransfer.test.ts). */
let sent: { body: unknown; answer(row: BatchItem): void; fail(error: Error): void }[] = [];
const api = createApi('', (_url, { body } = {}) => {
  const content: unknown = JSON.parse(typeof body === 'string' ? body : 'null');
  return new Promise<HttpAnswer>((resolve, reject) => {
    const answer = (row: BatchItem) => {
      const json = { batch: endedBatch({ status: 'draft' }), item: row };
      resolve({ status: 200, headers: new Headers(), body: '', json });
    };
    sent.push({ body: content, answer, fail: reject });
  });
});
const onReplace = vi.fn<() => void>();
const onRefresh = vi.fn<() => void>();

function grid() {
  return renderGrid().result;
}

function renderGrid(options: { items?: BatchItem[]; startsAtProblem?: boolean } = {}) {
  return renderHook((more) => useGridEditing({ items: ITEMS, ...more, onReplace, onRefresh }), {
    initialProps: options,
    wrapper: ({ children }: { children: ReactNode }) => (
      <ApiProvider value={api}>
        <FormatContextProvider value={context}>{children}</FormatContextProvider>
      </ApiProvider>
    ),
  });
}
const wrong = (id: string, column: CellPlace['column']) => ({ ...item(id, 4), problems: { [column]: ['bad'] } });
const at = (itemId: string, column: CellPlace['column']): CellPlace => ({ itemId, column });
const refused = () => ApiError.refused(409, { code: 409, msg: 'changed' });
const settle = () => act(async () => {});

beforeEach(() => {
  sent = [];
  vi.clearAllMocks();
});

describe('editing in the grid', () => {
  it('begins in the first invalid cell of an upload, and stays there when other rows arrive', () => {
    const { result, rerender } = renderGrid({ items: [], startsAtProblem: true });
    rerender({ items: [item('a', 2), wrong('c', 'amount'), wrong('d', 'payee_name')], startsAtProblem: true });
    expect(result.current.takesFocus(at('c', 'amount'))).toBe(true);
    rerender({ items: [wrong('d', 'payee_name')], startsAtProblem: true });
    expect(result.current.takesFocus(at('d', 'payee_name'))).toBe(false);
  });

  it('moves from one invalid cell to the next or previous, around the ends', () => {
    const openCard: BatchItem = { ...item('b', 5), card_concern: 'wrong_check_digit' };
    const { result } = renderGrid({ items: [wrong('a', 'amount'), openCard, item('c', 6), wrong('d', 'remark')] });
    const leave = (place: CellPlace, text: string | null, leaving: Leaving) =>
      act(() => {
        result.current.begin(place);
        result.current.leave(place, text, leaving);
      });
    leave(at('a', 'amount'), null, 'down');
    expect(result.current.takesFocus(at('b', 'card_number'))).toBe(true);
    leave(at('b', 'card_number'), null, 'up');
    expect(result.current.takesFocus(at('a', 'amount'))).toBe(true);
    leave(at('a', 'amount'), null, 'up');
    expect(result.current.takesFocus(at('d', 'remark'))).toBe(true);
    leave(at('d', 'remark'), '6', 'down');
    expect(result.current.takesFocus(at('a', 'amount'))).toBe(true);
    // The cell that is being saved counts as corrected.
    leave(at('a', 'amount'), null, 'up');
    expect(result.current.takesFocus(at('b', 'card_number'))).toBe(true);
    leave(at('b', 'card_number'), '6', 'stay');
    expect(result.current.takesFocus(at('b', 'card_number'))).toBe(true);
    expect(result.current.leadsToSubmit).toBe(false);
  });

  it('moves one row down or up from any other cell, and stays at the ends', () => {
    const { result } = renderGrid({ items: [wrong('a', 'remark'), item('b', 3)] });
    act(() => result.current.leave(at('a', 'amount'), '6', 'down'));
    expect(result.current.takesFocus(at('b', 'amount'))).toBe(true);
    act(() => result.current.leave(at('b', 'amount'), '6', 'down'));
    expect(result.current.takesFocus(at('b', 'amount'))).toBe(true);
    act(() => result.current.leave(at('b', 'amount'), null, 'up'));
    expect(result.current.takesFocus(at('a', 'amount'))).toBe(true);
    expect(result.current.leadsToSubmit).toBe(false);
  });

  it('leads to Submit after the last correction, unless the server finds another problem or the user moves elsewhere', async () => {
    const { result } = renderGrid({ items: [item('a', 3), wrong('b', 'amount')] });
    const place = at('b', 'amount');
    act(() => result.current.leave(place, null, 'down'));
    expect(result.current.leadsToSubmit).toBe(false);
    act(() => result.current.leave(place, '6', 'down'));
    expect(result.current.takesFocus(place)).toBe(true);
    expect(result.current.leadsToSubmit).toBe(true);
    act(() => result.current.forgetFocus());
    expect(result.current.leadsToSubmit).toBe(false);

    act(() => result.current.leave(place, '7', 'down'));
    await settle();
    await act(async () => sent[0]?.answer(item('b', 4)));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(result.current.leadsToSubmit).toBe(true);
    await act(async () => sent[1]?.answer({ ...item('b', 4), card_concern: 'unusual_length' }));
    expect(result.current.takesFocus(at('b', 'card_number'))).toBe(true);
    expect(result.current.leadsToSubmit).toBe(false);
  });

  it('moves on from an accepted card number', () => {
    const openCard = (id: string): BatchItem => ({ ...item(id, 5), card_concern: 'wrong_check_digit' });
    const { result } = renderGrid({ items: [openCard('a'), openCard('b')] });
    act(() => result.current.acceptCard(openCard('b')));
    expect(result.current.takesFocus(at('a', 'card_number'))).toBe(true);
    act(() => result.current.acceptCard(openCard('a')));
    expect(result.current.takesFocus(at('a', 'card_number'))).toBe(true);
    expect(result.current.leadsToSubmit).toBe(true);
  });

  it('moves from the last cell of a row to the first of the next and back, and stops at the ends', () => {
    const editing = grid();
    act(() => editing.current.leave(at('a', 'remark'), null, 'next'));
    expect(editing.current.isOpen(at('b', 'payee_name'))).toBe(true);
    act(() => editing.current.leave(at('b', 'payee_name'), null, 'previous'));
    expect(editing.current.isOpen(at('a', 'remark'))).toBe(true);
    act(() => editing.current.leave(at('b', 'remark'), null, 'next'));
    expect(editing.current.takesFocus(at('b', 'remark'))).toBe(true);
    act(() => editing.current.leave(at('a', 'payee_name'), null, 'previous'));
    expect(editing.current.takesFocus(at('a', 'payee_name'))).toBe(true);
  });

  it('sends the values one after the other, in the order in which they were entered', async () => {
    const editing = grid();
    act(() => {
      editing.current.leave(at('a', 'amount'), '6', 'away');
      editing.current.leave(at('a', 'amount'), '7', 'away');
    });
    await settle();
    expect(sent.map(({ body }) => body)).toEqual([{ cells: { amount: '6' } }]);
    expect(editing.current.isUnsaved).toBe(true);
    await act(async () => sent[0]?.fail(refused()));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.body).toEqual({ cells: { amount: '7' } });
    await act(async () => sent[1]?.fail(refused()));
    expect(editing.current.isUnsaved).toBe(false);
  });

  it('keeps the input if there is no response, until it is sent again or discarded', async () => {
    const editing = grid();
    const place = at('a', 'amount');
    act(() => editing.current.leave(place, '6', 'stay'));
    await settle();
    await act(async () => sent[0]?.fail(ApiError.network(new Error('gone'))));
    expect(editing.current.unsentText(place)).toBe('6');
    expect(editing.current.isUnsaved).toBe(true);
    expect(onRefresh).not.toHaveBeenCalled();
    act(() => editing.current.leave(place, '6', 'stay'));
    await settle();
    expect(sent).toHaveLength(2);
    await act(async () => sent[1]?.fail(ApiError.network(new Error('gone'))));
    act(() => editing.current.leave(place, null, 'stay'));
    expect(editing.current.isUnsaved).toBe(false);
  });

  it('refetches the batch when the server rejects a value', async () => {
    const editing = grid();
    act(() => editing.current.leave(at('a', 'amount'), '6', 'stay'));
    await settle();
    await act(async () => sent[0]?.fail(refused()));
    expect(onRefresh).toHaveBeenCalledTimes(1);
    expect(editing.current.isUnsaved).toBe(false);
  });
});
