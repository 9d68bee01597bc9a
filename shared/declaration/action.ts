import type { Label } from '../i18n/label.ts';
import type { ActionDeclaration } from './actionSchema.ts';
import type { Declaration } from './declarationSchema.ts';
import type { Field } from './fieldSchema.ts';
import type { IconName } from './keys.ts';
import { permissionKey } from './permissions.ts';
import type { Predicate } from './predicate.ts';

export interface ActionPage {
  /** Its `component_path`. */
  component: string;
  /** Parameter of its address that gets the record's id; null: it is about no record. */
  param: string | null;
}

/** An action with every default filled in. */
export interface Action {
  key: string;
  label: Label;
  icon: IconName | null;
  scope: 'row' | 'bulk' | 'list';
  /** Offered in the rows of lists, too, and not on the page of the record alone. */
  inList: boolean;
  method: 'POST' | 'PUT' | 'DELETE';
  /** Below `/prod-api`, with `:id` for the record. A bulk action sends the ids as `ids` in its body. */
  path: string;
  when: Predicate | null;
  /** The page on which it is done, instead of in a dialog of the list. */
  page: ActionPage | null;
  /** Asked before the call is made; a title of null is made from the action's label. */
  confirm: { title: Label | null; text: Label | null } | null;
  /** Sources of the record's fields that the dialog shows. */
  shows: string[];
  /** Of the dialog's last button; null: the action's label. */
  submit: Label | null;
  /** Something is refused, ended or thrown away. */
  warns: boolean;
  form: Field[];
  /** What the form begins with: fields of the record by those of the form. */
  fills: Readonly<Record<string, string>>;
  /** What the action would do, asked while its form is filled in; see `ActionDeclaration`. */
  quote: { path: string; asks: string[]; fields: Field[]; agreed: Readonly<Record<string, string>> } | null;
  /** The whole key, such as `suppliers.disable`. */
  permission: string;
  payPassword: boolean;
  /** The code of the user's own authenticator, sent as `totp_code`. */
  totp: boolean;
  /** A part of the answer that is shown once: `source` its key, `kind` link a path of this console. */
  result: { source: string; kind: 'link' | 'secret'; text: Label | null } | null;
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
    inList: action.inList ?? true,
    method: action.method ?? 'POST',
    path: action.path ?? (scope === 'row' ? `${endpoint}/:id/${key}` : `${endpoint}/${key}`),
    when: action.when ?? null,
    page: action.page === undefined ? null : { component: action.page, param: action.param ?? null },
    confirm: confirmationOf(action),
    shows: action.shows ?? [],
    submit: action.submit ?? null,
    warns: action.warns ?? false,
    form: action.form ?? [],
    fills: action.fills ?? {},
    quote: action.quote ? { ...action.quote, agreed: action.quote.agreed ?? {} } : null,
    permission: permissionKey(name, action.permission ?? key),
    payPassword: action.payPassword ?? false,
    totp: action.totp ?? false,
    result: resultOf(action),
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

function resultOf({ result }: ActionDeclaration): Action['result'] {
  return result ? { source: result.source, kind: result.kind ?? 'secret', text: result.text ?? null } : null;
}
