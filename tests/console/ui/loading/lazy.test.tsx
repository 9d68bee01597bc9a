import { render, screen } from '@testing-library/react';
import { TestMemoryRouter, CoreAdminContext, useNotificationContext } from 'react-admin';
import { Component, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazy } from '../../../../packages/ra-declared/src/ui/loading/lazy.tsx';

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

/** Shows the keys of the messages, untranslated. */
function Messages() {
  return useNotificationContext().notifications.map(({ message }, at) => <p key={at}>{message}</p>);
}

class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? 'failed' : this.props.children;
  }
}

function open(part: ReactNode) {
  render(
    <TestMemoryRouter>
      <CoreAdminContext>
        <Boundary>{part}</Boundary>
        <Messages />
      </CoreAdminContext>
    </TestMemoryRouter>,
  );
}

describe('a part whose code can’t be loaded', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is closed if it can be, and says that the console may have been updated', async () => {
    const Dialog = lazy<{ onClose(): void }>(gone);
    const onClose = vi.fn();
    open(<Dialog onClose={onClose} />);
    await screen.findByText('shell.page_missing_text');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('otherwise fails like one that can’t be rendered', async () => {
    const Part = lazy(gone);
    open(<Part />);
    expect(await screen.findByText('failed')).toBeInTheDocument();
  });

  it('is loaded again when it is rendered again', async () => {
    const load = vi.fn(async () => () => <p>Here</p>).mockRejectedValueOnce(new TypeError('gone'));
    const Part = lazy(load);
    await expect(Part.load()).rejects.toThrow('gone');
    open(<Part />);
    expect(await screen.findByText('Here')).toBeInTheDocument();
  });
});
