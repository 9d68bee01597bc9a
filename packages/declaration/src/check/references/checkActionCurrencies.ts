import type { ActionDeclaration } from '../../actionSchema.ts';
import type { Field } from '../../fieldSchema.ts';
import { partsOfSet, readPlaceholder } from '../../setValues.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';

/**
 * Checks that amounts keep their currency on the way from the record to an action's form and back. Amounts are copied
 * in minor units, so the same digits are another amount in another currency.
 */
export function checkActionCurrencies(subject: Subject, action: ActionDeclaration, path: Path): Finding[] {
  const { form = [], fills = {}, set = {}, scope = 'row' } = action;
  const asked = new Map(form.map((field) => [field.source, field]));
  /** The currency of a form's amount: of the record, or `inForm` if the form asks for it. */
  const currencyInForm = <T>(field: Field, inForm: (source: string) => T) => {
    const source = currencyOf(field);
    return source !== undefined && asked.has(source) ? inForm(source) : source;
  };
  const withoutRecord = form.flatMap((field, at) => {
    const source = currencyOf(field);
    const isKnown = source === undefined || scope === 'row' || asked.has(source) || !subject.fields.has(source);
    return isKnown ? [] : [finding('R176', [...path, 'form', at, 'currency'], { source })];
  });
  const filled = Object.entries(fills).flatMap(([source, other]) => {
    const [field, from] = [asked.get(source), subject.fields.get(other)];
    if (field?.type !== 'money' || from?.type !== 'money') return [];
    const taken = currencyInForm(field, (currency) => fills[currency] ?? null);
    return taken === from.currency ? [] : [finding('R177', [...path, 'fills', source], { source, other })];
  });
  const written = Object.entries(set).flatMap(([other, value]) => {
    const field = subject.fields.get(other);
    const { how, given } = partsOfSet(value);
    const from = givenAmount(subject, action, given);
    if (field?.type !== 'money' || !from) return [];
    const { currency } = field;
    const changed = currency === undefined ? undefined : set[currency];
    const kept = currency === undefined ? undefined : `$record.${currency}`;
    // An amount in another currency can't be added.
    const held = changed === undefined ? kept : how === 'add' ? null : partsOfSet(changed).given;
    const at = how === 'set' ? [] : [how];
    return from.currency === held
      ? []
      : [finding('R177', [...path, 'set', other, ...at], { source: from.source, other })];
  });
  return [...withoutRecord, ...filled, ...written];
}

/**
 * The amount that a placeholder stands for, with the placeholder of its currency, which is undefined for the tenant's.
 * Null if it is none.
 */
export function givenAmount(
  { fields }: Pick<Subject, 'fields'>,
  { form = [] }: ActionDeclaration,
  given: unknown,
): { source: string; currency: string | undefined } | null {
  const placeholder = readPlaceholder(given);
  if (placeholder?.kind !== 'form' && placeholder?.kind !== 'record') return null;
  const asked = new Map(form.map((field) => [field.source, field]));
  const field = (placeholder.kind === 'form' ? asked : fields).get(placeholder.source);
  if (field?.type !== 'money') return null;
  const { source, currency } = field;
  if (currency === undefined) return { source, currency };
  const isAsked = placeholder.kind === 'form' && asked.has(currency);
  return { source, currency: `$${isAsked ? 'form' : 'record'}.${currency}` };
}

/** Source of the field that names an amount's currency; undefined if it is in the tenant's. */
function currencyOf(field: Field): string | undefined {
  return field.type === 'money' ? field.currency : undefined;
}
