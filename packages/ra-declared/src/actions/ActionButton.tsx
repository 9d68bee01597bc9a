import { Button, type ButtonProps, MenuItem } from '@mui/material';
import { type Action, humanise, resolveLabel, type Words } from '@merchant-console/declaration';
import { useFormatContext } from '../ui/FormatContext.ts';
import { menuIcon } from '../ui/menuIcons.ts';
import type { ResourceView } from '../ResourceView.ts';
import { listActions, bulkActions, listedRowActions, rowActions } from './offeredActions.ts';
import { useBeginAction, useOpenAction } from './OpenAction.ts';
import type { Identifier } from 'react-admin';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';

interface ActionButtonProps {
  /** Name of the resource that has the action. */
  resource: string;
  action: Action;
  variant?: ButtonProps['variant'];
  /** Default: red if the action warns, otherwise the theme's. */
  color?: ButtonProps['color'];
  onPress(): void;
}

/** A button for an action, red if it rejects, ends or discards something. */
export function ActionButton({ resource, action, onPress, color, variant = 'outlined' }: ActionButtonProps) {
  const context = useFormatContext();
  const Icon = action.icon && menuIcon(action.icon);
  return (
    <Button
      size="small"
      variant={variant}
      color={color ?? (action.warns ? 'error' : 'primary')}
      startIcon={Icon && <Icon />}
      onClick={onPress}
      sx={{ flex: 'none' }}
    >
      {actionLabel(action, { ...context, resource })}
    </Button>
  );
}

/** Name of an action: its declared label, otherwise its translation, otherwise its key made readable. */
export function actionLabel({ key, label }: Action, { language, translate, resource }: Words): string {
  const own = `resources.${resource}.actions.${key}`;
  return label === own ? translate(own, { _: humanise(key) }) : resolveLabel(label, language, translate);
}

/** Buttons for the actions of the list as a whole, for its heading. The only one stands out like the link to a form. */
export function ListActions({ view }: { view: ResourceView }) {
  const { begin, hasItsPage } = useBeginAction();
  const actions = listActions(view).filter(hasItsPage);
  const isMain = actions.length === 1 && !view.canCreate;
  return actions.map((action) => (
    <ActionButton
      key={action.key}
      resource={view.resource.name}
      action={action}
      variant={isMain ? 'contained' : 'outlined'}
      onPress={() => begin({ action, ids: [], records: [] })}
    />
  ));
}

interface BulkActionsProps {
  view: ResourceView;
  /** The selected records, on any page. */
  ids: readonly Identifier[];
  /** Records that are loaded, such as the rows of the page. */
  records: readonly IdentifiedRecord[];
  /** Called after an action has succeeded. */
  onDone?: () => void;
}

/** Buttons for the actions on all selected records. */
export function BulkActions({ view, ids, records, onDone }: BulkActionsProps) {
  const open = useOpenAction();
  const chosen = records.filter(({ id }) => ids.includes(id));
  return bulkActions(view, ids, chosen).map((action) => (
    <ActionButton
      key={action.key}
      variant="text"
      resource={view.resource.name}
      action={action}
      onPress={() => open({ action, ids, records: chosen, onDone })}
    />
  ));
}

interface RowActionsProps {
  view: ResourceView;
  record: IdentifiedRecord;
  /** True in a list of records, false on the record's own page. */
  inList?: boolean;
  /** Keys of actions that the page offers elsewhere. */
  except?: readonly (string | null)[];
}

/** Buttons for the actions of a record, on its own page or where lists have no menu. */
export function RowActions({ view, record, inList = false, except }: RowActionsProps) {
  const { begin, hasItsPage } = useBeginAction();
  const actions = (inList ? listedRowActions : rowActions)(view, record).filter(hasItsPage);
  return actions
    .filter(({ key }) => !except?.includes(key))
    .map((action) => (
      <ActionButton
        key={action.key}
        resource={view.resource.name}
        action={action}
        onPress={() => begin({ action, ids: [record.id], records: [record] })}
      />
    ));
}

/** Menu items for the actions of a row's record. */
export function RowActionItems({ view, record }: { view: ResourceView; record: IdentifiedRecord }) {
  const context = useFormatContext();
  const { begin, hasItsPage } = useBeginAction();
  const { resource } = view;
  return listedRowActions(view, record)
    .filter(hasItsPage)
    .map((action) => (
      <MenuItem
        key={action.key}
        onClick={() => begin({ action, ids: [record.id], records: [record] })}
        sx={{ ...(action.warns && { color: 'error.main' }) }}
      >
        {actionLabel(action, { ...context, resource: resource.name })}
      </MenuItem>
    ));
}
