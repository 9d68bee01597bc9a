import type { ActionDeclaration } from '../../actionSchema.ts';
import type { Field } from '../../fieldSchema.ts';
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
    const [field, from] = [subject.fields.get(other), form.find(({ source }) => value === `$form.${source}`)];
    if (field?.type !== 'money' || from?.type !== 'money') return [];
    const { currency } = field;
    const held = currency !== undefined && Object.hasOwn(set, currency) ? set[currency] : currency;
    const given = currencyInForm(from, (source) => `$form.${source}`);
    return given === held ? [] : [finding('R177', [...path, 'set', other], { source: from.source, other })];
  });
  return [...withoutRecord, ...filled, ...written];
}

/** Source of the field that names an amount's currency; undefined if it is in the tenant's. */
function currencyOf(field: Field): string | undefined {
  return field.type === 'money' ? field.currency : undefined;
}
