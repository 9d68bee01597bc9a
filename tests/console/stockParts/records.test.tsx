import { screen, waitFor, within } from '@testing-library/react';
import type fakeRestProvider from 'ra-data-fakerest';
import {
  ArrayInput,
  AutocompleteInput,
  Create,
  Datagrid,
  Edit,
  List,
  NumberField,
  ReferenceInput,
  ReferenceManyField,
  Show,
  SimpleForm,
  SimpleFormIterator,
  SimpleList,
  SimpleShowLayout,
  TabbedForm,
  TabbedShowLayout,
  TextField,
  TextInput,
  useRecordContext,
} from 'react-admin';
import { describe, expect, it, vi } from 'vitest';
import { address, fillInForBrowser, openStockPages, page, pastUndo, PlainInput } from './stockPages.tsx';

fillInForBrowser();

const savedPerson = async (dataProvider: ReturnType<typeof fakeRestProvider>, id: number) =>
  (await dataProvider.getOne('people', { id })).data;

/** Written as in react-admin's documentation. */
const Loud = ({ source: _ }: { source: string }) => <b>{String(useRecordContext()?.['name']).toUpperCase()}!</b>;

describe("react-admin's records in the console", () => {
  it('Show with SimpleShowLayout, ReferenceManyField and a custom field', async () => {
    const show = (
      <Show>
        <SimpleShowLayout>
          <Loud source="name" />
          <NumberField source="age" />
          <ReferenceManyField reference="people" target="team_id" source="team_id">
            <Datagrid bulkActionButtons={false}>
              <TextField source="name" />
            </Datagrid>
          </ReferenceManyField>
        </SimpleShowLayout>
      </Show>
    );
    openStockPages('/staff/1/show', { show });
    expect(await page().findByText('ADA!')).toBeInTheDocument();
    expect(page().getByText('36')).toBeInTheDocument();
    expect(await page().findByText('Grace')).toBeInTheDocument();
  });

  it('Show with TabbedShowLayout changes tabs, at the same address', async () => {
    const show = (
      <Show>
        <TabbedShowLayout>
          <TabbedShowLayout.Tab label="Name">
            <TextField source="name" />
          </TabbedShowLayout.Tab>
          <TabbedShowLayout.Tab label="Age">
            <NumberField source="age" />
          </TabbedShowLayout.Tab>
        </TabbedShowLayout>
      </Show>
    );
    const { user } = openStockPages('/staff/1/show', { show });
    await user.click(await page().findByRole('tab', { name: 'Age' }));
    expect(await page().findByText('36')).toBeInTheDocument();
    expect(address()).toBe('/staff/1/show');
  });

  it('Edit with SimpleForm, ArrayInput, ReferenceInput, AutocompleteInput and a custom input saves', async () => {
    const edit = (
      <Edit>
        <SimpleForm>
          <PlainInput source="name" label="Name" />
          <ReferenceInput source="team_id" reference="teams">
            <AutocompleteInput optionText="name" label="Team" />
          </ReferenceInput>
          <ArrayInput source="skills">
            <SimpleFormIterator inline>
              <TextInput source="name" label="Skill" />
            </SimpleFormIterator>
          </ArrayInput>
        </SimpleForm>
      </Edit>
    );
    const { user, dataProvider } = openStockPages('/staff/1', { edit });
    await user.type(await page().findByLabelText('Name'), ' L.');
    await waitFor(() => expect(page().getByLabelText('Team')).toHaveValue('Compilers'));
    await user.type(page().getByLabelText('Skill'), ' and looms');
    await pastUndo(() => user.click(page().getByRole('button', { name: 'Save' })));
    await waitFor(async () =>
      expect(await savedPerson(dataProvider, 1)).toMatchObject({
        name: 'Ada L.',
        skills: [{ name: 'Engines and looms' }],
      }),
    );
  });

  it('Edit with TabbedForm asks before leaving unsaved changes', async () => {
    const edit = (
      <Edit>
        <TabbedForm warnWhenUnsavedChanges>
          <TabbedForm.Tab label="One">
            <TextInput source="name" label="Name" />
          </TabbedForm.Tab>
          <TabbedForm.Tab label="Two">
            <TextInput source="age" label="Age" />
          </TabbedForm.Tab>
        </TabbedForm>
      </Edit>
    );
    const { user } = openStockPages('/staff/1', { edit });
    await user.type(await page().findByLabelText('Name'), '!');
    await user.click(page().getByRole('tab', { name: 'Two' }));
    expect(await page().findByLabelText('Age')).toHaveValue('36');
    const confirm = vi.spyOn(window, 'confirm');
    const menu = screen.getByRole('navigation', { name: 'Main menu' });
    const goToTeams = () => user.click(within(menu).getByRole('link', { name: 'Teams', hidden: true }));
    const decide = async (name: string) => {
      const dialog = await screen.findByRole('dialog', { name: 'Discard changes?' });
      await user.click(within(dialog).getByRole('button', { name }));
      await waitFor(() => expect(dialog).not.toBeInTheDocument());
    };
    await goToTeams();
    await decide('Keep editing');
    expect(address()).toBe('/staff/1');
    expect(page().getByLabelText('Name')).toHaveValue('Ada!');
    // The tab knows of the changes, so that closing it asks, and only once.
    const closeTab = () => user.click(screen.getByRole('button', { name: /^Close .*People/ }));
    await closeTab();
    await decide('Keep editing');
    await goToTeams();
    await decide('Discard changes');
    expect(await page().findByText('All teams')).toBeInTheDocument();
    await closeTab();
    await waitFor(() => expect(screen.queryByRole('tab', { name: /People/ })).not.toBeInTheDocument());
    expect(confirm).not.toHaveBeenCalled();
  });

  it('a saved form is left without a question', async () => {
    const edit = (
      <Edit>
        <SimpleForm warnWhenUnsavedChanges>
          <TextInput source="name" label="Name" />
        </SimpleForm>
      </Edit>
    );
    const { user, dataProvider } = openStockPages('/staff/1', { edit, list: <p>The list</p> });
    await user.type(await page().findByLabelText('Name'), '!');
    await pastUndo(() => user.click(page().getByRole('button', { name: 'Save' })));
    expect(await page().findByText('The list')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(async () => expect(await savedPerson(dataProvider, 1)).toMatchObject({ name: 'Ada!' }));
  });

  it('Create saves, and leads to the list', async () => {
    const create = (
      <Create redirect="list">
        <SimpleForm>
          <TextInput source="name" label="Name" />
        </SimpleForm>
      </Create>
    );
    const { user } = openStockPages('/staff/create', {
      create,
      list: (
        <List>
          <SimpleList primaryText="%{name}" />
        </List>
      ),
    });
    await user.type(await page().findByLabelText('Name'), 'Radia');
    await user.click(page().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe('/staff'));
    expect(await page().findByText('Radia')).toBeInTheDocument();
  });

  it("have the console's theme", async () => {
    const edit = (
      <Edit>
        <SimpleForm>
          <TextInput source="name" label="Name" />
        </SimpleForm>
      </Edit>
    );
    openStockPages('/staff/1', { edit });
    const input = await page().findByLabelText('Name');
    expect(input.closest('.MuiInputBase-root')).toHaveClass('MuiOutlinedInput-root', 'MuiInputBase-sizeSmall');
    const save = page().getByRole('button', { name: 'Save' });
    expect(save).toHaveClass('MuiButton-disableElevation');
    expect(save.querySelector('.MuiTouchRipple-root')).toBeNull();
  });
});
