import { screen, waitFor, within } from '@testing-library/react';
import {
  BulkDeleteButton,
  Datagrid,
  DataTable,
  DeleteButton,
  ExportButton,
  InfiniteList,
  List,
  ReferenceField,
  SavedQueriesList,
  Show,
  SimpleList,
  TextField,
  TextInput,
  TopToolbar,
} from 'react-admin';
import { describe, expect, it, vi } from 'vitest';
import { address, fillInForBrowser, openStockPages, page, pastUndo } from './stockPages.tsx';

const WHOLE = { pagination: { page: 1, perPage: 10 }, sort: { field: 'id', order: 'ASC' }, filter: {} } as const;

fillInForBrowser();

describe("react-admin's lists in the console", () => {
  const names = <TextField source="name" />;

  it('List with DataTable sorts, and leads to a record', async () => {
    const table = (
      <DataTable>
        <DataTable.Col source="name" />
        <DataTable.NumberCol source="age" />
      </DataTable>
    );
    const { user } = openStockPages('/staff', { list: <List>{table}</List>, show: <Show>{names}</Show> });
    await page().findByText('Ada');
    await user.click(page().getByRole('button', { name: 'Sort by age ascending' }));
    await user.click(await page().findByRole('button', { name: 'Sort by age descending' }));
    await waitFor(() => expect(page().getAllByRole('row')[1]).toHaveTextContent('Grace'));
    expect(address()).toMatch(/^\/staff\?.*order=DESC.*sort=age/);
    await user.click(page().getByText('Ada'));
    await waitFor(() => expect(address()).toBe('/staff/1/show'));
    expect(await page().findByText('Ada')).toBeInTheDocument();
  });

  it('List with Datagrid, and ReferenceField', async () => {
    const grid = (
      <Datagrid>
        {names}
        <ReferenceField source="team_id" reference="teams" />
      </Datagrid>
    );
    openStockPages('/staff', { list: <List>{grid}</List> });
    await page().findByText('Ada');
    await waitFor(() => expect(page().getAllByText('Compilers')).toHaveLength(2));
    expect(page().getByRole('heading', { level: 1, name: 'People' })).toBeInTheDocument();
  });

  it('List with SimpleList', async () => {
    openStockPages('/staff', {
      list: (
        <List>
          <SimpleList primaryText="%{name}" />
        </List>
      ),
    });
    expect(await page().findByText('Grace')).toBeInTheDocument();
  });

  it('InfiniteList', async () => {
    openStockPages('/staff', {
      list: (
        <InfiniteList>
          <SimpleList primaryText="%{name}" />
        </InfiniteList>
      ),
    });
    expect(await page().findByText('Grace')).toBeInTheDocument();
  });

  it('filters, saved queries, export and deletion of what is selected', async () => {
    const exporter = vi.fn();
    const list = (
      <List
        exporter={exporter}
        filters={[<TextInput key="q" source="q" label="Find" alwaysOn />]}
        actions={
          <TopToolbar>
            <ExportButton />
          </TopToolbar>
        }
        aside={<SavedQueriesList />}
      >
        <DataTable bulkActionButtons={<BulkDeleteButton />}>
          <DataTable.Col source="name" />
        </DataTable>
      </List>
    );
    const { user, dataProvider } = openStockPages('/staff', { list });
    await page().findByText('Ada');
    await user.type(page().getByLabelText('Find'), 'gra');
    await waitFor(() => expect(page().queryByText('Ada')).not.toBeInTheDocument());
    await user.click(page().getByRole('button', { name: /save current query/i }));
    await user.type(await screen.findByLabelText(/query name/i), 'Graces');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await page().findByText('Graces')).toBeInTheDocument();

    await user.click(page().getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(exporter).toHaveBeenCalledOnce());
    expect(exporter.mock.calls[0]?.[0]).toEqual([expect.objectContaining({ name: 'Grace' })]);

    await user.click(within(page().getByRole('row', { name: /Grace/ })).getByRole('checkbox'));
    const remove = await page().findByRole('button', { name: 'Delete' });
    await pastUndo(() => user.click(remove));
    await waitFor(() => expect(page().queryByText('Grace')).not.toBeInTheDocument());
    await waitFor(async () => expect((await dataProvider.getList('people', WHOLE)).total).toBe(1));
  });

  it('two deletions are undone, or sent once their notifications go, each for itself', async () => {
    const list = (
      <List>
        <DataTable>
          <DataTable.Col source="name" />
          <DataTable.Col>
            <DeleteButton />
          </DataTable.Col>
        </DataTable>
      </List>
    );
    const { user, dataProvider } = openStockPages('/staff', { list });
    const remove = async (name: RegExp) =>
      user.click(await within(await page().findByRole('row', { name })).findByRole('button', { name: 'Delete' }));
    await remove(/Ada/);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await page().findByText('Ada')).toBeInTheDocument();
    await remove(/Ada/);
    await screen.findByRole('button', { name: 'Undo' });
    // Its notification, of the same words, replaces the first one, whose deletion is sent.
    await remove(/Grace/);
    await waitFor(async () => expect((await dataProvider.getList('people', WHOLE)).data).toMatchObject([{ id: 2 }]));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await page().findByText('Grace')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument());
    expect((await dataProvider.getList('people', WHOLE)).data).toMatchObject([{ id: 2 }]);
  });
});
