import { useMutation } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useRef, type ReactNode } from 'react';
import { useAddUndoableMutation, useNotificationContext, useNotify, type UndoableMutation } from 'react-admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Notifications } from '#console/shell/Notifications.tsx';
import { createPendingChanges } from '#console/shell/pendingChanges.ts';
import { gate } from '#tests/support/gate.ts';
import { renderInConsole } from './renderInConsole.tsx';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

function setUp(more: ReactNode = null) {
  const changes = createPendingChanges();
  let notify: ReturnType<typeof useNotify> = () => {};
  const Notifier = () => {
    notify = useNotify();
    return null;
  };
  renderInConsole(
    <>
      <Notifier />
      {more}
      <input />
      <Notifications changes={changes} />
    </>,
  );
  const tell = (...args: Parameters<typeof notify>) => act(() => notify(...args));
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  return { changes, tell, wait, user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) };
}

describe('notifications', () => {
  it('announce errors as alerts and successes as status', () => {
    const { tell } = setUp();
    tell('Insufficient balance', { type: 'error' });
    tell('shell.language_switched', { type: 'success' });
    expect(screen.getByRole('alert')).toHaveTextContent('Insufficient balance');
    expect(screen.getByRole('status')).toHaveTextContent('Switch Language Success');
  });

  it('disappear after 3 seconds, each by itself', () => {
    const { tell, wait } = setUp();
    tell('first', { type: 'error' });
    wait(2000);
    tell('second', { type: 'error' });
    wait(1500);
    expect(screen.queryByText('first')).not.toBeInTheDocument();
    expect(screen.getByText('second')).toBeInTheDocument();
    wait(1500);
    expect(screen.queryByText('second')).not.toBeInTheDocument();
  });

  it('are all shown if one arrives while another is about to be shown', () => {
    function Second() {
      const { notifications } = useNotificationContext();
      const notify = useNotify();
      const isTold = useRef(false);
      useEffect(() => {
        if (notifications.length === 0 || isTold.current) return;
        isTold.current = true;
        notify('second', { type: 'error' });
      }, [notifications, notify]);
      return null;
    }
    const { tell } = setUp(<Second />);
    tell('first', { type: 'error' });
    expect(screen.getByRole('alert')).toHaveTextContent('firstsecond');
  });

  it('send their undoable changes when they go, also if an equal one replaces them before they are shown', () => {
    let add: (mutation: UndoableMutation) => void = () => {};
    function Adding() {
      add = useAddUndoableMutation();
      return null;
    }
    const { tell, wait } = setUp(<Adding />);
    const changes = [vi.fn(), vi.fn(), vi.fn()];
    act(() => changes.forEach(add));
    act(() => {
      tell('Record saved', { undoable: true });
      tell('Record saved', { undoable: true });
    });
    expect(changes.map(({ mock }) => mock.calls)).toEqual([[[{ isUndo: false }]], [], []]);
    wait(4000);
    expect(changes.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
    tell('Record deleted', { undoable: true });
    act(() => screen.getByRole('button', { name: 'Undo' }).click());
    wait(4000);
    expect(changes[2]?.mock.calls).toEqual([[{ isUndo: true }]]);
  });

  it('send their undoable changes before the session ends, which waits for the answers', async () => {
    const [answered, saves, ended] = [gate(), vi.fn(), vi.fn()];
    let add: (mutation: UndoableMutation) => void = () => {};
    function Adding() {
      const addMutation = useAddUndoableMutation();
      const { mutate } = useMutation({
        mutationFn: () => {
          saves();
          return answered.opened;
        },
      });
      add = () => addMutation(({ isUndo }) => isUndo || mutate());
      return null;
    }
    const { changes, tell, wait } = setUp(<Adding />);
    act(() => add(() => {}));
    tell('Record saved', { undoable: true });
    expect(saves).not.toHaveBeenCalled();
    act(() => void changes.send()?.then(ended));
    await waitFor(() => expect(saves).toHaveBeenCalledOnce());
    expect(ended).not.toHaveBeenCalled();
    answered.open();
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    expect(changes.send()).toBeNull();
    wait(4000);
    expect(saves).toHaveBeenCalledOnce();
  });

  it('stay while the pointer is on them', async () => {
    const { tell, wait, user } = setUp();
    tell('held', { type: 'error' });
    await user.hover(screen.getByText('held'));
    wait(10_000);
    await user.unhover(screen.getByText('held'));
    expect(screen.getByText('held')).toBeInTheDocument();
    wait(3500);
    expect(screen.queryByText('held')).not.toBeInTheDocument();
  });

  it('stay while they have the focus, and return it', async () => {
    const { tell, wait, user } = setUp();
    screen.getByRole('textbox').focus();
    tell('held', { type: 'error' });
    await user.tab();
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
    wait(10_000);
    expect(screen.getByText('held')).toBeInTheDocument();
    await user.keyboard('{Enter}');
    expect(screen.queryByText('held')).not.toBeInTheDocument();
    expect(screen.getByRole('textbox')).toHaveFocus();
  });

  it('have live regions that exist in advance and are announced while a dialog is open', async () => {
    const { tell } = setUp();
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    const regions = screen.getByRole('alert').parentElement;
    regions?.setAttribute('aria-hidden', 'true');
    await waitFor(() => expect(regions).not.toHaveAttribute('aria-hidden'));
    tell('one', { type: 'error' });
    tell('two', { type: 'warning' });
    expect(screen.getByRole('alert')).toHaveTextContent('onetwo');
  });

  it('can be closed', async () => {
    const { tell, user } = setUp();
    tell('closed', { type: 'error' });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('closed')).not.toBeInTheDocument();
  });

  it('show the same message once', () => {
    const { tell } = setUp();
    tell('Network Error', { type: 'error' });
    tell('Network Error', { type: 'error' });
    expect(screen.getAllByText('Network Error')).toHaveLength(1);
  });
});
