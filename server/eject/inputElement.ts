import type { Field } from '#shared/declaration/fieldSchema.ts';
import { Code, jsx, type Attribute, type Jsx } from './jsx.ts';
import type { Scope } from './Scope.ts';
import { choicesOf, fieldLabelAttribute, labelAttribute } from './labels.ts';

/** An input of a form, with react-admin's own validators. Amounts are typed in minor units here. */
export function input(field: Field, scope: Scope): Jsx {
  const { source } = field;
  const rules = validators(field);
  const names = rules.map((rule) => rule.slice(0, rule.indexOf('(')));
  const common: Record<string, Attribute> = {
    source,
    label: fieldLabelAttribute(field, scope),
    helperText: labelAttribute(field.help),
    validate: rules.length === 0 ? undefined : new Code(`[${rules.join(', ')}]`),
    ...('default' in field ? { defaultValue: field.default } : {}),
  };
  const element = inputOf(field, common, scope);
  return { ...element, uses: new Set([...element.uses, ...names]) };
}

function inputOf(field: Field, common: Record<string, Attribute>, { resource, messages }: Scope): Jsx {
  switch (field.type) {
    case 'text':
    case 'money':
      return jsx('TextInput', common);
    case 'longtext':
      return jsx('TextInput', { ...common, multiline: true, minRows: 3 });
    case 'secret':
      return jsx('PasswordInput', common);
    case 'json':
      return jsx('TextInput', {
        ...common,
        multiline: true,
        format: new Code('formatJson'),
        parse: new Code('parseJson'),
      });
    case 'integer':
    case 'rate':
      return jsx('NumberInput', { ...common, step: 1 });
    case 'enum':
      return jsx('SelectInput', { ...common, choices: choicesOf(field, resource, messages) });
    case 'boolean':
      return jsx('BooleanInput', common);
    case 'date':
      return jsx('DateInput', common);
    case 'datetime':
      return jsx('DateTimeInput', common);
    case 'reference': {
      const { source, ...rest } = common;
      return jsx('ReferenceInput', { source, reference: field.reference }, [jsx('AutocompleteInput', rest)]);
    }
    case 'file':
      return jsx('FileInput', common, [jsx('FileField', { source: 'src', title: 'name' })]);
    case 'image':
      return jsx('ImageInput', common, [jsx('ImageField', { source: 'src', title: 'name' })]);
  }
}

function validators(field: Field): string[] {
  const rules: string[] = field.required ? ['required()'] : [];
  if ('minLength' in field && field.minLength !== undefined) rules.push(`minLength(${field.minLength})`);
  if ('maxLength' in field && field.maxLength !== undefined) rules.push(`maxLength(${field.maxLength})`);
  if (field.type === 'integer' || field.type === 'rate') {
    if (field.min !== undefined) rules.push(`minValue(${field.min})`);
    if (field.max !== undefined) rules.push(`maxValue(${field.max})`);
  }
  if (field.type === 'money') rules.push(String.raw`regex(/^-?\d{1,19}$/)`);
  if (field.type === 'text' && field.pattern !== undefined)
    rules.push(`regex(${new RegExp(`^(?:${field.pattern})$`, 'u')})`);
  if (field.type === 'text' && field.format === 'email') rules.push('email()');
  if (field.type === 'text' && field.format === 'card') rules.push(String.raw`regex(/^[\d\s-]{8,}$/)`);
  return rules;
}

/** Inputs by which the list is narrowed, under the names of filters on the wire. */
export function filterInputs(field: Field, way: string, scope: Scope): Jsx[] {
  const { source } = field;
  const plain: Field = { ...field, required: undefined, help: undefined };
  const named = (suffix: string) => {
    const { lines, uses } = inputOf(
      plain,
      { source: `${source}${suffix}`, label: fieldLabelAttribute(field, scope) },
      scope,
    );
    return { lines, uses };
  };
  if (way === 'range') return [named('_gte'), named('_lte')];
  if (way === 'contains') return [named('_like')];
  if (way === 'in' && field.type === 'enum') {
    const choices = choicesOf(field, scope.resource, scope.messages);
    return [jsx('SelectArrayInput', { source, label: fieldLabelAttribute(field, scope), choices })];
  }
  return [named('')];
}
