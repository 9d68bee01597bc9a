import type { Field } from '#shared/declaration/fieldSchema.ts';
import { computedOf, isSortable } from '#shared/declaration/fieldTraits.ts';
import { Code, jsx, type Jsx } from './jsx.ts';
import { choicesOf, fieldLabelAttribute } from './labels.ts';
import type { Scope } from './Scope.ts';

const NUMBERS = ['integer', 'money', 'rate'];

/** A column of the list. */
export function column(field: Field, scope: Scope): Jsx {
  const { source } = field;
  const attributes = {
    source,
    label: field.type === 'money' ? inCurrency(field, scope) : fieldLabelAttribute(field, scope),
    disableSort: isSortable(field) ? undefined : true,
  };
  const align = NUMBERS.includes(field.type) ? { align: 'right' } : {};
  return jsx('DataTable.Col', { ...attributes, ...align }, [valueElement(field, scope)]);
}

/** Over a column of amounts their currency stands, as over the console's. */
function inCurrency(field: Field, scope: Scope): Code {
  const attributes = { source: field.source, label: fieldLabelAttribute(field, scope) };
  return new Code(jsx('InCurrency', attributes, [], true).lines.join(' '));
}

/** A line of the record page. */
export function shown(field: Field, scope: Scope): Jsx {
  return jsx('Labeled', { source: field.source, label: fieldLabelAttribute(field, scope) }, [
    valueElement(field, scope),
  ]);
}

/**
 * One value: react-admin's own field where it shows the same text, else the console's formatter for amounts, rates,
 * times and everything that is computed.
 */
function valueElement(field: Field, scope: Scope): Jsx {
  const { source } = field;
  if (computedOf(field)) return formatted(field);
  switch (field.type) {
    case 'text':
    case 'longtext':
      return jsx('TextField', { source, emptyText: '—' });
    case 'integer':
      return jsx('NumberField', { source, emptyText: '—', locales: 'en' });
    case 'boolean':
      return jsx('BooleanField', { source });
    case 'enum':
      return jsx('SelectField', { source, emptyText: '—', choices: choicesOf(field, scope.resource, scope.messages) });
    case 'reference':
      return jsx('ReferenceField', { source, reference: field.reference, link: 'show', emptyText: '—' });
    case 'image':
      return jsx('ImageField', { source, title: `${source}.name` });
    case 'file':
      return jsx('TextField', { source: `${source}.name`, emptyText: '—' });
    default:
      return formatted(field);
  }
}

function formatted(field: Field): Jsx {
  const { source, type } = field;
  const currency = field.type === 'money' ? field.currency : undefined;
  const counts = field.type === 'money' ? field.counts : undefined;
  const computed = computedOf(field);
  const declared = {
    ...{ source, type },
    ...(currency ? { currency } : {}),
    ...(counts ? { counts } : {}),
    ...(computed ? { computed } : {}),
  };
  return jsx('Formatted', { field: new Code(JSON.stringify(declared)) }, [], true);
}
