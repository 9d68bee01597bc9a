import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiProvider, createApi } from '#console/api/createApi.ts';
import { ApiError, type HttpClient } from '@merchant-console/ra-provider';
import { ConfigurationProblemsPage } from '#console/features/configurationProblems/ConfigurationProblemsPage.tsx';
import type { ResourceProblem, ResourceProblems } from '#shared/contract/resourceProblems.ts';
import { renderInConsole } from '../shell/renderInConsole.tsx';

const problem = { id: 'R012', severity: 'error', file: 'suppliers.json', line: 7, column: 15 } as const;
const at = (changes: Partial<ResourceProblem>): ResourceProblem => ({
  ...problem,
  pointer: '/fields/0',
  text: 'Unknown key',
  ...changes,
});

const RIGHT: ResourceProblems = { problems: [], outdated: [], read_at: '2026-11-21T00:00:00.000Z' };

function show(answer: Partial<ResourceProblems> | Error) {
  const httpClient: HttpClient = () =>
    answer instanceof Error
      ? Promise.reject(answer)
      : Promise.resolve({ status: 200, headers: new Headers(), body: '', json: { ...RIGHT, ...answer } });
  renderInConsole(
    <ApiProvider value={createApi('/prod-api', httpClient)}>
      <ConfigurationProblemsPage address="/" title="Problems" />
    </ApiProvider>,
  );
}

describe('the page of configuration problems', () => {
  it('shows file, line, column, ID and problem, in the order of the lines', async () => {
    show({ problems: [at({ line: 9, text: 'second' }), at({ line: 2, text: 'first' })] });
    const lines = within(await screen.findByRole('region', { name: 'suppliers.json' })).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/first.*line 2, column 15 · R012 · \/fields\/0/),
      expect.stringMatching(/second.*line 9, column 15/),
    ]);
  });

  it('shows files with errors before those with warnings only', async () => {
    show({ problems: [at({ file: 'a.json', severity: 'warning' }), at({ file: 'b.json' })] });
    await screen.findByRole('region', { name: 'b.json' });
    const names = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));
    expect(names).toEqual(['b.json', 'a.json']);
  });

  it('says which resources run on an earlier version', async () => {
    show({ problems: [at({})], outdated: ['suppliers'] });
    expect(await screen.findByText(/last valid version.*suppliers/)).toBeInTheDocument();
  });

  it('says so when nothing is wrong', async () => {
    show({});
    expect(await screen.findByText('All declarations are valid')).toBeInTheDocument();
  });

  it("shows an error if it can't be loaded, and offers to try again", async () => {
    show(ApiError.network(null));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });
});
