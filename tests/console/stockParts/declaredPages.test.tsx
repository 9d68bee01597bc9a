import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import {
  ArrayInput,
  DateField,
  DeleteButton,
  EditButton,
  ReferenceField,
  SaveButton,
  SelectInput,
  SimpleFormIterator,
  TextField,
  TextInput,
} from 'react-admin';
import { afterAll, describe, expect, it } from 'vitest';
import { ownFiles } from '#console/app/namedComponents.tsx';
import { CreatePage, EditPage, ShowPage } from '#console/app/resourcePages.tsx';
import { DeclarationSourceProvider } from '../../../packages/ra-declared/src/declaration/DeclarationSource.ts';
import { declarationsOf } from '#tests/support/supplierForm.ts';
import { address, fillInForBrowser, openStockPages, page, pastUndo, permissions, PlainInput } from './stockPages.tsx';

fillInForBrowser();

const people = {
  version: 1,
  name: 'people',
  storage: 'table',
  recordRepresentation: 'name',
  fields: [
    { source: 'name', type: 'text', label: 'Name' },
    { source: 'age', type: 'integer', label: 'Age' },
    { source: 'skills', type: 'json', label: 'Skills' },
    { source: 'active', type: 'boolean', input: 'ownInput' },
  ],
  show: { groups: [{ fields: ['name'], component: 'ownGroup' }] },
  form: { groups: [{ fields: ['age', 'active'] }] },
};
const declared = {
  name: 'people',
  route: { pattern: '/staff', permissions: permissions('people'), title: 'People' },
};
/** The components that a test puts into a resource's own files. Each file is read once. */
const own = { group: <></>, input: <></> };
ownFiles['../custom/ownGroup.tsx'] = async () => ({ group: () => own.group });
ownFiles['../custom/ownInput.tsx'] = async () => ({ input: () => own.input });
afterAll(() => {
  for (const name of ['ownGroup', 'ownInput']) delete ownFiles[`../custom/${name}.tsx`];
});
const withDeclaration = (declaredPage: ReactElement) => (
  <DeclarationSourceProvider value={declarationsOf([people])}>{declaredPage}</DeclarationSourceProvider>
);

describe("react-admin's components in the record page of a declared resource", () => {
  const openWith = (group: ReactElement) => {
    own.group = group;
    return openStockPages('/staff/1/show', {
      show: withDeclaration(<ShowPage {...declared} />),
      edit: <p>The form</p>,
      list: <p>The list</p>,
    });
  };

  it('fields show the record', async () => {
    openWith(
      <>
        <TextField source="name" component="b" />
        <DateField source="born" />
        <ReferenceField source="team_id" reference="teams" />
      </>,
    );
    expect(await page().findByText('Ada', { selector: 'b' })).toBeInTheDocument();
    expect(page().getByText(new Date(1815, 11, 10).toLocaleDateString())).toBeInTheDocument();
    expect(await page().findByText('Compilers')).toBeInTheDocument();
  });

  it('EditButton leads to its form', async () => {
    const { user } = openWith(<EditButton label="Amend" />);
    await user.click(await page().findByRole('link', { name: 'Amend' }));
    expect(await page().findByText('The form')).toBeInTheDocument();
    expect(address()).toBe('/staff/1');
  });

  it('DeleteButton deletes it and leads to the list', async () => {
    const { user, dataProvider } = openWith(<DeleteButton label="Remove" />);
    const remove = await page().findByRole('button', { name: 'Remove' });
    await pastUndo(() => user.click(remove));
    expect(await screen.findByText('The list')).toBeInTheDocument();
    await waitFor(() => expect(dataProvider.getOne('people', { id: 1 })).rejects.toThrow('No item with identifier 1'));
  });
});

describe("react-admin's components in the form of a declared resource", () => {
  const standIn = (inputs: ReactElement) => {
    own.input = inputs;
  };
  /** Leaves the input. Declared forms validate it then, and react-admin's SaveButton ignores clicks in the meantime. */
  const leaveInput = async (user: UserEvent) => {
    await user.tab();
    await waitFor(() => expect(page().getByRole('button', { name: 'Keep it' })).toBeEnabled());
  };
  const saved = async ({ dataProvider }: ReturnType<typeof openStockPages>, id: number) =>
    (await dataProvider.getOne('people', { id })).data;

  it('inputs show and change the record, which SaveButton saves', async () => {
    standIn(
      <>
        <PlainInput source="name" label="Called" />
        <TextInput source="born" label="Born" />
        <SelectInput source="team_id" label="Team" choices={[7, 8].map((id) => ({ id, name: `Team ${id}` }))} />
        <ArrayInput source="skills">
          <SimpleFormIterator inline>
            <TextInput source="name" label="Skill" />
          </SimpleFormIterator>
        </ArrayInput>
        <SaveButton label="Keep it" />
      </>,
    );
    const opened = openStockPages('/staff/1', {
      edit: withDeclaration(<EditPage {...declared} />),
      show: <p>Shown</p>,
    });
    const { user } = opened;
    const text = async (label: string, typed: string) => user.type(await page().findByLabelText(label), typed);
    await user.click(await page().findByRole('combobox', { name: 'Team' }));
    await user.click(await screen.findByRole('option', { name: 'Team 8' }));
    await waitFor(() => expect(screen.queryByRole('option')).not.toBeInTheDocument());
    await text('Called', ' L.');
    await text('Born', 'T00:00');
    await text('Skill', ' and looms');
    await leaveInput(user);
    await user.click(page().getByRole('button', { name: 'Keep it' }));
    expect(await page().findByText('Shown')).toBeInTheDocument();
    expect(await saved(opened, 1)).toEqual({
      id: 1,
      name: 'Ada L.',
      team_id: 8,
      age: 36,
      born: '1815-12-10T00:00',
      skills: [{ name: 'Engines and looms' }],
    });
  });

  it('are saved with a new record', async () => {
    standIn(
      <>
        <TextInput source="name" label="Called" defaultValue="Rad" />
        <SaveButton label="Keep it" type="button" transform={(data: object) => ({ ...data, team_id: 7 })} />
      </>,
    );
    const create = withDeclaration(<CreatePage {...declared} />);
    const opened = openStockPages('/staff/create', { create, show: <p>Shown</p> });
    const { user } = opened;
    await user.type(await page().findByLabelText('Called'), 'ia');
    await leaveInput(user);
    await user.click(page().getByRole('button', { name: 'Keep it' }));
    expect(await page().findByText('Shown')).toBeInTheDocument();
    expect(await saved(opened, 3)).toEqual({ id: 3, name: 'Radia', team_id: 7 });
  });

  const given = (values: object) => `?source=${encodeURIComponent(JSON.stringify(values))}`;

  it("begin with the address's values for a new record, if the form shows them", async () => {
    standIn(<SaveButton label="Keep it" alwaysEnable />);
    const create = withDeclaration(<CreatePage {...declared} />);
    const opened = openStockPages(`/staff/create${given({ age: 41, team_id: 7 })}`, { create, show: <p>Shown</p> });
    expect(await page().findByLabelText('Age')).toHaveValue('41');
    expect(address()).toBe('/staff/create');
    await opened.user.click(page().getByRole('button', { name: 'Keep it' }));
    expect(await page().findByText('Shown')).toBeInTheDocument();
    expect(await saved(opened, 3)).toEqual({ id: 3, age: 41 });
  });

  it('begin with the record, whatever values the address has', async () => {
    standIn(<SaveButton label="Keep it" />);
    openStockPages(`/staff/1${given({ age: 41, team_id: 8 })}`, { edit: withDeclaration(<EditPage {...declared} />) });
    expect(await page().findByLabelText('Age')).toHaveValue('36');
    expect(address()).toBe('/staff/1');
    expect(page().getByRole('button', { name: 'Keep it' })).toBeDisabled();
  });

  it('get the label, the help text and the validation of the declaration', async () => {
    ownFiles['../custom/plainText.tsx'] = async () => ({ input: TextInput });
    const name = { source: 'name', type: 'text', label: 'Name', help: { en: 'As it is written' } };
    const fields = [{ ...name, required: true, maxLength: 5, input: 'plainText' }];
    const declaration = { version: 1, name: 'people', storage: 'table', fields };
    const edit = (
      <DeclarationSourceProvider value={declarationsOf([declaration])}>
        <EditPage {...declared} />
      </DeclarationSourceProvider>
    );
    const opened = openStockPages('/staff/1', { edit });
    const input = await page().findByRole('textbox', { name: 'Name' });
    expect(page().getByText('As it is written')).toBeInTheDocument();
    await opened.user.type(input, ' Lovelace');
    await opened.user.tab();
    expect(await page().findByText(/at most 5|up to 5|5 characters/i)).toBeInTheDocument();
    await opened.user.type(input, '{Backspace>20/}Grace');
    await opened.user.tab();
    await opened.user.click(page().getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect(await saved(opened, 1)).toMatchObject({ name: 'Grace' }));
  });
});
