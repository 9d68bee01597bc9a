import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { wallets } from '#shared/contract/wallets.ts';
import { ApiProvider, createApi } from '#console/api/createApi.ts';
import { createQueryClient } from '#console/api/queryClient.ts';
import { publishHint } from '#console/live/hints.ts';
import { useLiveQuery } from '#console/live/useLiveQuery.ts';

describe('the data of a hand-written page', () => {
  /** For each call, whether it was marked as made in the background. */
  let marks: boolean[];
  let answer: () => Promise<object[]>;
  beforeEach(() => {
    marks = [];
    answer = async () => [];
  });

  const api = createApi('', async (_url, options) => {
    marks.push(new Headers(options?.headers).has('X-In-Background'));
    return { status: 200, headers: new Headers(), body: '', json: await answer() };
  });

  function Page({ follows }: { follows?: () => boolean }) {
    const { data, refetch } = useLiveQuery({
      resource: ['ledgers', 'orders'],
      queryKey: ['wallets'],
      ask: (given, signal) => given(wallets, { signal }),
      ...(follows && { follows }),
    });
    return (
      <button type="button" onClick={() => void refetch()}>
        {data ? 'there' : 'none'}
      </button>
    );
  }

  const show = (page: ReactNode) =>
    render(
      <QueryClientProvider client={createQueryClient()}>
        <ApiProvider value={api}>{page}</ApiProvider>
      </QueryClientProvider>,
    );
  /** Publishes a change of `resources` and waits until it has been handled. */
  const tell = (...resources: string[]) =>
    act(async () => {
      publishHint(resources);
      await new Promise((resolve) => setTimeout(resolve));
    });

  it("is refetched when its resources have changed, by a call that doesn't keep the session alive", async () => {
    show(<Page />);
    await screen.findByText('there');
    await tell('payouts');
    await tell('orders', 'users');
    await expect.poll(() => marks).toEqual([false, true]);
  });

  it('is refetched by the user with a normal call, also after a call in the background', async () => {
    show(<Page />);
    (await screen.findByText('there')).click();
    await expect.poll(() => marks).toEqual([false, false]);
    await tell('ledgers');
    await expect.poll(() => marks).toEqual([false, false, true]);
    screen.getByText('there').click();
    await expect.poll(() => marks).toEqual([false, false, true, false]);
  });

  it("isn't refetched while it doesn't follow changes", async () => {
    show(<Page follows={() => false} />);
    await screen.findByText('there');
    await tell('ledgers');
    expect(marks).toEqual([false]);
  });

  it('is refetched if its first response may have been read before the change', async () => {
    let arrive = () => {};
    answer = () => new Promise((resolve) => (arrive = () => resolve([])));
    show(<Page follows={() => false} />);
    await expect.poll(() => marks).toEqual([false]);
    await tell('ledgers');
    expect(marks).toEqual([false]);
    await act(async () => arrive());
    await expect.poll(() => marks).toEqual([false, true]);
    await act(async () => arrive());
    await screen.findByText('there');
  });
});
