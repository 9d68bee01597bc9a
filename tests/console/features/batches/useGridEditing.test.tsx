import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiProvider } from '#console/api/createApi.ts';
import { ApiError } from '#console/api/ApiError.ts';
import { useGridEditing, type CellPlace } from '#console/features/batches/grid/useGridEditing.ts';
import { FormatContextProvider } from '#console/ui/FormatContext.ts';
import { BATCH_COLUMNS, batchItemSchema, type BatchItem } from '#shared/contract/batches.ts';
import { formatContext } from '#tests/support/formatContext.ts';

const item = (id: string, line: number): BatchItem =>
  batchItemSchema.parse({
    ...{
      id,
      line_no: line,
      cells: Object.fromEntries(BATCH_COLUMNS.map((column) => [column, '5'])),
      problems: {},
      twin_line: null,
      ...{ card_concern: null, card_accepted: false },
    },
    ...{ recent_payout_no: null, amount: '500', fee: '10', status: 'valid' },
    ...{
      error_code: null,
      error_msg: null,
      payout_id: null,
      repeats_payout_id: null,
      saved_payee: null,
      repeated_by: null,
    },
  });
const ITEMS = [item('a', 2), item('b', 3)];
const context = await formatContext();

/** What was sent. An answer that takes it is seen in a browser (batchTransfer.test.ts). */
let sent: { body: unknown; fail(error: Error): void }[] = [];
const api = (_call: unknown, { body }: { body?: unknown } = {}) =>
  new Promise<never>((_resolve, reject) => {
    sent.push({ body, fail: reject });
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
const at = (itemId: string, column: CellPlace['column']): CellPlace => ({ itemId, column });
const refused = () => ApiError.refused(409, { code: 409, msg: 'changed' });
const settle = () => act(async () => {});

beforeEach(() => {
  sent = [];
  vi.clearAllMocks();
});

describe('writing in the grid', () => {
  it('begins in the first wrong cell of an upload, and stays there when other rows come', () => {
    const wrong = (id: string, column: CellPlace['column']) => ({ ...item(id, 4), problems: { [column]: ['bad'] } });
    const { result, rerender } = renderGrid({ items: [], startsAtProblem: true });
    rerender({ items: [item('a', 2), wrong('c', 'amount'), wrong('d', 'payee_name')], startsAtProblem: true });
    expect(result.current.takesFocus(at('c', 'amount'))).toBe(true);
    rerender({ items: [wrong('d', 'payee_name')], startsAtProblem: true });
    expect(result.current.takesFocus(at('d', 'payee_name'))).toBe(false);
  });

  it('goes on from the last cell of a row to the first of the next, back again, and stops at the ends', () => {
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

  it('sends one text after the other, in the order in which they were typed', async () => {
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

  it('keeps what was typed when no answer comes, until it is sent again or given up', async () => {
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

  it('shows the batch as it is when the server refuses', async () => {
    const editing = grid();
    act(() => editing.current.leave(at('a', 'amount'), '6', 'stay'));
    await settle();
    await act(async () => sent[0]?.fail(refused()));
    expect(onRefresh).toHaveBeenCalledTimes(1);
    expect(editing.current.isUnsaved).toBe(false);
  });
});
