import type { Label } from '../i18n/label.ts';
import type { ActionDeclaration } from './actionSchema.ts';
import type { Declaration } from './declarationSchema.ts';
import type { Field } from './fieldSchema.ts';
import type { IconName } from './keys.ts';
import { permissionKey } from './permissions.ts';
import type { Predicate } from './predicate.ts';

/** An action with every default filled in. */
export interface Action {
  key: string;
  label: Label;
  icon: IconName | null;
  scope: 'row' | 'bulk' | 'list';
  method: 'POST' | 'PUT' | 'DELETE';
  /** Below `/prod-api`, with `:id` for the record. A bulk action sends the ids as `ids` in its body. */
  path: string;
  when: Predicate | null;
  /** Asked before the call is made; a title of null is made from the action's label. */
  confirm: { title: Label | null; text: Label | null } | null;
  form: Field[];
  /** The whole key, such as `suppliers.disable`. */
  permission: string;
  payPassword: boolean;
  idempotent: boolean;
  /** Values that the server gives to fields of a stored record; null: the back end knows what to do. */
  set: Record<string, string | number | boolean | null> | null;
  then: 'refresh' | 'back' | 'download';
  success: Label | null;
}

/** Fills in what an action leaves out. Its texts are translated under `resources.<name>.actions.<key>`. */
export function toAction(
  { name, endpoint = name.replaceAll('_', '-') }: Declaration,
  action: ActionDeclaration,
): Action {
  const { key, scope = 'row' } = action;
  return {
    key,
    label: action.label ?? `resources.${name}.actions.${key}`,
    icon: action.icon ?? null,
    scope,
    method: action.method ?? 'POST',
    path: action.path ?? (scope === 'row' ? `${endpoint}/:id/${key}` : `${endpoint}/${key}`),
    when: action.when ?? null,
    confirm: confirmationOf(action),
    form: action.form ?? [],
    permission: permissionKey(name, action.permission ?? key),
    payPassword: action.payPassword ?? false,
    idempotent: action.idempotent ?? action.payPassword ?? false,
    set: action.set ?? null,
    // oxlint-disable-next-line unicorn/no-thenable -- as above: a text, not a function
    then: action.then ?? 'refresh',
    success: action.success ?? null,
  };
}

function confirmationOf({ confirm = false }: ActionDeclaration): Action['confirm'] {
  if (typeof confirm === 'boolean') return confirm ? { title: null, text: null } : null;
  return { title: confirm.title ?? null, text: confirm.text };
}
