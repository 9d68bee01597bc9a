import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId, useState } from 'react';
import { CreateBase, CreateContextProvider, useCreateContext } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { type Field, type FieldGroup, recordName } from '@merchant-console/declaration';
import type { FieldRecord } from '../fields/FieldTypeDefinition.ts';
import type { FoundRecord } from '../fields/inputs/InputServices.ts';
import { FormRulesContext } from '../fields/inputs/FormRules.ts';
import { useLoaded, useNamedComponents } from '../fields/NamedComponents.ts';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { FormatContextProvider } from '../ui/FormatContext.ts';
import { ConsoleForm } from '../ui/form/ConsoleForm.tsx';
import { useSending } from '../ui/useSending.tsx';
import { OpenPageProvider } from '../openPage.ts';
import type { ResourceView } from '../ResourceView.ts';
import { useResourceFormat } from '../useResourceFormat.ts';
import { useFormConditions, useLiveRules, useRuleMessage } from './formConditions.ts';
import { FormCards, FormTabs } from './FormFields.tsx';
import { formGroups, initialValues } from './formValues.ts';
import { firstLines, FormLinesProvider, groupsWith, useLinesToProvide } from './lines/formLines.ts';
import { TakenDefaults, useOpeningGroups } from './newValues.tsx';
import { useOutcome, useSave } from './useSave.ts';

interface NewRecordDialogProps {
  view: ResourceView;
  title: string;
  /** Values that the form has without inputs for them. */
  filled?: FieldRecord;
  onCreated(record: FoundRecord): void;
  onClose(): void;
}

/** Form for a new record of another resource, above the page that it is created from. */
export function NewRecordDialog(props: NewRecordDialogProps) {
  const { outcome, mutationOptions } = useOutcome();
  return (
    // The page below isn't done when this record is saved, and has a record of its own.
    <OpenPageProvider value={APART}>
      <CreateBase resource={props.view.resource.name} disableAuthentication mutationOptions={mutationOptions}>
        <DialogForm {...props} outcome={outcome} />
      </CreateBase>
    </OpenPageProvider>
  );
}

/** Keeps the form from using the record of the page around it. */
const NO_RECORD = {};

const APART = { staysOpen: true, markUnsaved: () => {}, markFinished: () => {} };

type DialogFormProps = NewRecordDialogProps & Pick<ReturnType<typeof useOutcome>, 'outcome'>;

function DialogForm({ view, title, filled = NO_RECORD, outcome, onCreated, onClose }: DialogFormProps) {
  const { resource } = view;
  const controller = useCreateContext();
  const context = useResourceFormat(resource.name, resource.fields, []);
  const { save, lines } = useSave({
    resource,
    record: null,
    send: controller.save,
    outcome,
    onSaved(saved) {
      onCreated({ id: String(saved.id), name: recordName(saved, resource, context.referenceName), record: saved });
      onClose();
    },
  });
  const groups = groupsWith(useOpeningGroups(formGroups(resource, 'create')), lines).map((group) => ({
    ...group,
    fields: group.fields.filter(({ source }) => !Object.hasOwn(filled, source)),
  }));
  const fields = groups.flatMap((group) => group.fields);
  const { input: find } = useNamedComponents();
  const areInputsFetched = useLoaded(fields.map(({ input }) => (input === undefined ? undefined : find(input))));
  const id = useId();
  const inForm = useLinesToProvide(lines, null, fields);
  if (!areInputsFetched || !lines) return null;
  return (
    <FormatContextProvider value={context}>
      <CreateContextProvider value={{ ...controller, save }}>
        <Dialog open fullWidth maxWidth="sm" aria-labelledby={id}>
          <ConsoleForm
            defaultValues={{ ...initialValues(fields, null), ...firstLines(lines), ...filled }}
            record={NO_RECORD}
            shouldFocusError
            sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
          >
            <DialogTitle id={id}>{title}</DialogTitle>
            <TakenDefaults fields={fields} all={resource.fields} />
            <FormLinesProvider value={inForm}>
              <Inputs view={view} groups={groups} fields={fields} onClose={onClose} />
            </FormLinesProvider>
          </ConsoleForm>
        </Dialog>
      </CreateContextProvider>
    </FormatContextProvider>
  );
}

interface InputsProps extends Pick<NewRecordDialogProps, 'view' | 'onClose'> {
  groups: readonly FieldGroup[];
  fields: readonly Field[];
}

function Inputs({ view, groups, fields, onClose }: InputsProps) {
  const conditions = useFormConditions(view, fields, null);
  const ruleMessage = useRuleMessage(conditions);
  useLiveRules(conditions);
  const { isSubmitting, errors } = useFormState();
  const [tab, setTab] = useState(0);
  const sending = useSending();
  const { translate } = useResourceFormat(view.resource.name, [], []);
  const { refused, unknown, serverError } = errors.root ?? {};
  const failure = (refused ?? unknown ?? serverError)?.message ?? null;
  const Groups = view.resource.form.layout === 'tabs' ? FormTabs : FormCards;
  return (
    <>
      <DialogContent aria-busy={isSubmitting} sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <FormRulesContext value={ruleMessage}>
          <Groups
            groups={groups}
            fields={fields}
            mode="create"
            conditions={conditions}
            tab={tab}
            onTab={setTab}
            disabled={isSubmitting}
          />
        </FormRulesContext>
        <FailureAlert error={failure} />
      </DialogContent>
      <DialogActions>
        {sending.reason}
        <Button color="inherit" onClick={onClose} disabled={isSubmitting}>
          {translate('form.cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={isSubmitting} {...sending.button}>
          {translate('form.save')}
        </Button>
      </DialogActions>
    </>
  );
}
