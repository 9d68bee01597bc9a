import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { FailureBoundary, PageFailure } from '#console/shell/FailureBoundary.tsx';
import { renderInConsole } from './renderInConsole.tsx';

afterEach(() => void vi.restoreAllMocks());

it('keeps an error within the page, reports it to the console, and lets the user try again', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => {});
  let broken = true;
  const Page = () => {
    if (broken) throw new Error('no such column');
    return <p>the page</p>;
  };
  renderInConsole(
    <>
      <p>the menu</p>
      <FailureBoundary Failure={PageFailure}>
        <Page />
      </FailureBoundary>
    </>,
  );
  expect(screen.getByText('the menu')).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong on this page');
  expect(report.mock.calls.flat()).toContainEqual(expect.objectContaining({ message: 'no such column' }));
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('the page')).toBeInTheDocument();
});

it('offers to reload the console if a page’s code is gone, as after an update', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const Page = (): never => {
    throw new TypeError('Failed to fetch dynamically imported module: https://console.example/assets/WalletsPage-1.js');
  };
  renderInConsole(
    <FailureBoundary Failure={PageFailure}>
      <Page />
    </FailureBoundary>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('This page couldn’t be loaded');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
});
