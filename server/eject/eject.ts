import { filterOf } from '#shared/declaration/fieldTraits.ts';
import { takesValue } from '#shared/declaration/checkValue.ts';
import type { FieldGroup, Resource } from '#shared/declaration/resource.ts';
import type { Label } from '#shared/i18n/label.ts';
import type { Messages } from '#shared/i18n/translator.ts';
import { editable, elementCode, formToolbar, showActions } from './conditional.ts';
import { column, shown } from './fieldElement.ts';
import { filterInputs, input } from './inputElement.ts';
import { Code, jsx, type Jsx } from './jsx.ts';
import { ownComponents } from './ownComponents.ts';
import type { Scope } from './Scope.ts';

/**
 * The react-admin pages that a declaration amounts to, as the text of one TSX file: list with filters, forms, record
 * page and a `Resource` that mounts them. For those who outgrow the format and go on in code.
 *
 * @param messages texts of one language, to find out which choices have a translation
 */
export function eject(resource: Resource, messages: Messages): string {
  const scope: Scope = { resource: resource.name, messages };
  const has = (operation: Resource['operations'][number]) => resource.operations.includes(operation);
  const parts = [
    listPart(resource, scope),
    ...(has('create') ? [formPart(resource, scope, 'create')] : []),
    ...(has('edit') ? [formPart(resource, scope, 'edit')] : []),
    ...(has('show') ? [showPart(resource, scope)] : []),
    mountPart(resource),
  ];
  const uses = new Set(parts.flatMap((part) => [...part.uses]));
  const body = parts.map(({ lines }) => lines.join('\n')).join('\n\n');
  const own = ownComponents(body);
  own.uses.forEach((name) => uses.add(name));
  const imports = `import {\n${[...uses]
    .toSorted()
    .map((name) => `  ${name},\n`)
    .join('')}} from 'react-admin';`;
  return `${[notice(resource), ...own.imports, imports, '', ...own.code, body].join('\n')}\n`;
}

function notice({ name, actions, show }: Resource): string {
  const left = [
    ...actions.map(({ key }) => `action ${key}`),
    ...(show.timeline ? ['timeline'] : []),
    ...show.related.map(({ reference }) => `related ${reference}`),
  ];
  const lines = [`// Made from resources/${name}.json, which these pages stand for from now on.`];
  if (left.length > 0) lines.push(`// Not carried over: ${left.join(', ')}.`);
  return `${lines.join('\n')}\n`;
}

const pageName = (name: string, page: string) => `${name.split('_').map(capital).join('')}${page}`;
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function component(name: string, { lines, uses }: Jsx): Jsx {
  const inner = lines.map((line) => `    ${line}`);
  return { lines: [`export function ${name}() {`, '  return (', ...inner, '  );', '}'], uses };
}

function listPart({ name, list }: Resource, scope: Scope): Jsx {
  const search = list.search.length > 0 ? [jsx('SearchInput', { source: 'q', alwaysOn: true })] : [];
  const filters = [...search, ...list.filters.flatMap((field) => filterInputs(field, filterOf(field) ?? '', scope))];
  const keyed = filters.map(({ lines }, at) =>
    lines.map((line, row) => (row === 0 ? `  ${line.replace(/^<[\w.]+/, `$& key="${at}"`)}` : `  ${line}`)).join('\n'),
  );
  const table = jsx(
    'DataTable',
    {
      rowClick: list.rowClick === 'none' ? false : list.rowClick === 'edit' ? 'edit' : 'show',
      bulkActionButtons: false,
    },
    list.columns.map((field) => column(field, scope)),
  );
  const attributes = {
    resource: name,
    ...(list.sort && { sort: list.sort }),
    perPage: list.perPage,
    ...(filters.length > 0 && { filters: new Code('filters') }),
  };
  const page = component(pageName(name, 'List'), jsx('List', attributes, [table]));
  const uses = new Set([...page.uses, ...filters.flatMap((filter) => [...filter.uses])]);
  const above = filters.length > 0 ? [`const filters = [`, ...keyed.map((text) => `${text},`), '];', ''] : [];
  return { lines: [...above, ...page.lines], uses };
}

function formPart(resource: Resource, scope: Scope, mode: 'create' | 'edit'): Jsx {
  const { name, form } = resource;
  const left = mode === 'create' ? form.editOnly : form.createOnly;
  const inputs = ({ fields }: FieldGroup) =>
    fields
      .filter((field) => takesValue(field, mode) && !left.includes(field.source))
      .map((field) => input(field, scope));
  const toolbar = mode === 'edit' ? formToolbar(resource) : undefined;
  const attributes = { toolbar: elementCode(toolbar) };
  const inner =
    form.layout === 'tabs'
      ? jsx(
          'TabbedForm',
          attributes,
          form.groups.map((group) => jsx('TabbedForm.Tab', { label: words(group.label, name) }, inputs(group))),
        )
      : jsx('SimpleForm', attributes, form.groups.flatMap(inputs));
  const frame = mode === 'create' ? 'Create' : 'Edit';
  const pessimistic = mode === 'edit' ? { mutationMode: 'pessimistic' } : {};
  const content = mode === 'edit' ? editable(inner, resource) : inner;
  const page = component(pageName(name, frame), jsx(frame, { resource: name, ...pessimistic }, [content]));
  return { lines: page.lines, uses: new Set([...page.uses, ...(toolbar?.uses ?? [])]) };
}

function showPart(resource: Resource, scope: Scope): Jsx {
  const { name, show } = resource;
  const fields = show.groups.flatMap((group) => group.fields);
  const actions = showActions(resource);
  const page = component(
    pageName(name, 'Show'),
    jsx('Show', { resource: name, actions: elementCode(actions) }, [
      jsx(
        'SimpleShowLayout',
        {},
        fields.map((field) => shown(field, scope)),
      ),
    ]),
  );
  return { lines: page.lines, uses: new Set([...page.uses, ...(actions?.uses ?? [])]) };
}

function mountPart({ name, recordRepresentation, operations }: Resource): Jsx {
  const page = (operation: 'create' | 'edit' | 'show', suffix: string) =>
    operations.includes(operation) ? new Code(pageName(name, suffix)) : undefined;
  const attributes = { name, recordRepresentation, list: new Code(pageName(name, 'List')) };
  const pages = { create: page('create', 'Create'), edit: page('edit', 'Edit'), show: page('show', 'Show') };
  const element = jsx('Resource', { ...attributes, ...pages });
  return {
    lines: [
      `export const ${name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())} = (`,
      ...element.lines.map((line) => `  ${line}`),
      ');',
    ],
    uses: element.uses,
  };
}

function words(label: Label | undefined, fallback: string): string {
  if (label === undefined) return fallback;
  return typeof label === 'string' ? label : (label.en ?? Object.values(label)[0] ?? fallback);
}
