import type { Label } from './texts/label.ts';
import type { ActionDeclaration } from './actionSchema.ts';
import type { Declaration } from './declarationSchema.ts';
import type { Field } from './fieldSchema.ts';
import type { IconName } from './keys.ts';
import { permissionKey } from '@merchant-console/protocol';
import type { Predicate } from './predicate.ts';
import { type Given, partsOfSet, type SetValue } from './setValues.ts';

interface ActionPage {
  /** `component_path` of the page. */
  component: string;
  /** Query parameter for the record's ID, or null if the page isn't about a record. */
  param: string | null;
}

/** A record that an action creates. */
export interface CreateStep {
  /** Name of its resource. */
  reference: string;
  values: Readonly<Record<string, Given>>;
}

/** An action with every default filled in. */
export interface Action {
  key: string;
  label: Label;
  icon: IconName | null;
  /** `scheduled`: the server executes it, and no user. */
  scope: 'row' | 'bulk' | 'list' | 'scheduled';
  /** Time of day, in the tenant's zone, of a scheduled action: `03:00`. Null for others. */
  schedule: { at: string } | null;
  /** True if list rows offer it too, not only the record's page. */
  inList: boolean;
  method: 'POST' | 'PUT' | 'DELETE';
  /** Path below `/prod-api`, with `:id` for the record. A bulk action sends the IDs as `ids` in its body. */
  path: string;
  when: Predicate | null;
  /** The page that performs it, or null for a dialog on the list. */
  page: ActionPage | null;
  /** Confirmation before the call, or null for none. A null title is the action's label, a null text no question. */
  confirm: { title: Label | null; text: Label | null } | null;
  /** Sources of the record's fields that the dialog shows. */
  shows: string[];
  /** Label of the dialog's submit button, or null for the action's label. */
  submit: Label | null;
  /** True if it rejects, ends or discards something. */
  warns: boolean;
  form: Field[];
  /** Initial values of the form: source in the form → source in the record. */
  fills: Readonly<Record<string, string>>;
  /** Preview of the action's effect; see `ActionDeclaration`. */
  quote: {
    path: string;
    asks: string[];
    optional: string[];
    fields: Field[];
    agreed: Readonly<Record<string, string>>;
  } | null;
  /** The full key, such as `suppliers.disable`. */
  permission: string;
  payPassword: boolean;
  /** True if it asks for a code of the user's authenticator, sent as `totp_code`. */
  totp: boolean;
  /** A part of the response that is shown once: `source` is its key; a `link` is a path of this console. */
  result: { source: string; kind: 'link' | 'secret'; text: Label | null } | null;
  idempotent: boolean;
  /** True if it may take longer than other calls. */
  slow: boolean;
  /**
   * Values that the server writes to fields of a stored record, and records that it creates; both null if the back end
   * implements the action.
   */
  set: Readonly<Record<string, SetValue>> | null;
  create: readonly CreateStep[] | null;
  then: 'refresh' | 'back' | 'download';
  success: Label | null;
  /** Instead of `success` and the result's text if the response says that it waits for another user. */
  pending: Label | null;
}

/** Fills in an action's defaults. Its texts have keys below `resources.<name>.actions.<key>`. */
export function toAction(
  { name, endpoint = name.replaceAll('_', '-') }: Declaration,
  action: ActionDeclaration,
): Action {
  const { key } = action;
  return {
    key,
    label: action.label ?? `resources.${name}.actions.${key}`,
    permission: permissionKey(name, action.permission ?? key),
    ...offerOf(action),
    ...callOf(endpoint, action),
    ...dialogOf(action),
    ...outcomeOf(action),
  };
}

/** Where the action is offered. */
function offerOf(action: ActionDeclaration) {
  const { icon = null, inList = true, when = null, warns = false, page, param = null } = action;
  return { icon, inList, when, warns, page: page === undefined ? null : { component: page, param } };
}

function callOf(endpoint: string, action: ActionDeclaration) {
  const { key, scope = 'row', method = 'POST', payPassword = false, slow = false, set = null } = action;
  const path = scope === 'row' ? `${endpoint}/:id/${key}` : `${endpoint}/${key}`;
  const create = action.create ? [action.create].flat() : null;
  const { idempotent = payPassword || create !== null || isCounting(action) } = action;
  const schedule = action.at === undefined ? null : { at: action.at };
  return { scope, schedule, method, slow, set, create, path: action.path ?? path, idempotent };
}

/** True if a repetition of the action would add something once more. */
function isCounting({ set = {} }: ActionDeclaration): boolean {
  return Object.values(set).some((value) => partsOfSet(value).how === 'add');
}

/** What the dialog shows and asks. */
function dialogOf(action: ActionDeclaration) {
  const { shows = [], submit = null, form = [], fills = {}, payPassword = false, totp = false } = action;
  return { shows, submit, form, fills, payPassword, totp, confirm: confirmationOf(action), quote: quoteOf(action) };
}

function outcomeOf(action: ActionDeclaration) {
  const { then = 'refresh', success = null, pending = null, result } = action;
  // oxlint-disable-next-line unicorn/no-thenable -- as above: a text, not a function
  return { then, success, pending, result: resultOf(result) };
}

function confirmationOf({ confirm = false }: ActionDeclaration): Action['confirm'] {
  if (typeof confirm === 'boolean') return confirm ? { title: null, text: 'actions.sure' } : null;
  return { title: confirm.title ?? null, text: confirm.text ?? null };
}

function quoteOf({ quote }: ActionDeclaration): Action['quote'] {
  return quote
    ? { ...quote, asks: quote.asks ?? [], optional: quote.optional ?? [], agreed: quote.agreed ?? {} }
    : null;
}

function resultOf(result: ActionDeclaration['result']): Action['result'] {
  return result ? { source: result.source, kind: result.kind ?? 'secret', text: result.text ?? null } : null;
}
