import { execFile } from 'node:child_process';
import path from 'node:path';
import { checkDeclaration } from '@merchant-console/declaration/check';
import {
  type ChildrenField,
  childrenIn,
  type Declaration,
  type Resource,
  toResource,
  type RelatedList,
  type ShowGroup,
  type Label,
  createTranslator,
} from '@merchant-console/declaration';
import { placeOfGroup } from '#shared/placeOfGroup.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { problemLine, readDeclarations } from '@merchant-console/declaration/node';
import { checkForServer } from './checkForServer.ts';

/** The package of the printed parts. Apart, since its name in an import would make it a package of the server's. */
const PAGES = '@merchant-console/ra-declared';

interface EjectOptions {
  folder: string;
  name: string;
  print(text: string): void;
  /** Prints why there is nothing to print. */
  complain(text: string): void;
}

/** Prints the TSX of a resource. @returns exit status: 1 if the resource doesn't exist or its file has errors */
export async function ejectResource({ folder, name, print, complain }: EjectOptions): Promise<number> {
  const texts = await loadMessages('i18n');
  const files = await readDeclarations(folder);
  const { resources, problems } = await checkForServer(files, texts);
  const own = files.find(({ file }) => path.basename(file, '.json') === name);
  const declaration =
    own && resources.has(name) ? checkDeclaration(own.file, own.text).subject?.declaration : undefined;
  if (declaration?.cards) {
    complain(`“${name}” is a dashboard, which has no parts to print. src/custom/${name}.tsx can replace its page.`);
    return 1;
  }
  if (declaration) {
    print((await formatted(eject(declaration))).trimEnd());
    return 0;
  }
  const wrong = problems.filter(({ file }) => file.endsWith(`${name}.json`));
  const translate = createTranslator(texts.en, 'en');
  const lines = wrong.map((problem) => problemLine(problem, translate));
  complain(lines.length > 0 ? lines.join('\n') : `There is no declaration of "${name}".`);
  return 1;
}

/** Formats the text with Prettier; unchanged if Prettier, a development dependency, isn't installed. */
function formatted(text: string): Promise<string> {
  const prettier = path.resolve('node_modules/prettier/bin/prettier.cjs');
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [prettier, '--parser', 'typescript'], (error, output) =>
      resolve(error ? text : output),
    );
    child.stdin?.on('error', () => {});
    child.stdin?.end(text);
  });
}

/**
 * Returns the pages that the console mounts for a declaration as the text of one unformatted TSX file. Saved as `src/custom/<name>.tsx`, the file replaces the declared pages. A page that the
 * declaration already maps to a component key isn't included.
 */
export function eject(declaration: Declaration): string {
  const { operations, components, list, form, show, fields } = toResource(declaration);
  const pages = [
    ...(components.list === undefined ? [listPage(list)] : []),
    ...(operations.includes('create') && components.form === undefined ? [createPage(form)] : []),
    ...(operations.includes('edit') && components.form === undefined ? [editPage(form)] : []),
    ...(operations.includes('show') && components.show === undefined ? [showPage(show, childrenIn(fields))] : []),
  ];
  if (pages.length === 0)
    return `// The pages of resources/${declaration.name}.json are components, so there is nothing to print.\nexport {};\n`;
  const body = pages.join('\n');
  const used = PARTS.filter((part) => new RegExp(String.raw`\b${part}\b`).test(body));
  const types = PROPS.filter((type) => new RegExp(String.raw`\b${type}\b`).test(body));
  return `// The pages of resources/${declaration.name}.json, as the console mounts them. To replace the declared pages, save
// this file as src/custom/${declaration.name}.tsx. You can add components of react-admin or use them instead.
// They read the record, the list or the form from react-admin's contexts, and which fields the user may see from \`view\`.
import { ${[...used, ...types.map((type) => `type ${type}`)].join(', ')} } from '${PAGES}';

${body}`;
}

const PARTS = [
  'Column',
  'ColumnList',
  'CreateRecord',
  'DeclaredRecord',
  'EditRecord',
  'FormGroup',
  'Moments',
  'RecordCards',
  'RecordGroup',
  'RecordHeading',
  'RecordLines',
  'RecordTimeline',
  'RelatedRecords',
];
const PROPS = ['ListPageProps', 'RecordPageProps'];

function listPage({ columns }: Resource['list']): string {
  return `
export const list = ({ view }: ListPageProps) => (
  <ColumnList view={view}>
    ${columns.map(({ source }) => columnElement(source)).join('\n')}
  </ColumnList>
);`;
}

function createPage(form: Resource['form']): string {
  return `
export const create = ({ view }: ListPageProps) => (
  <CreateRecord view={view}>
    ${formGroups(form, form.editOnly)}
  </CreateRecord>
);`;
}

function editPage(form: Resource['form']): string {
  return `
export const edit = ({ view, id }: RecordPageProps) => (
  <EditRecord view={view} id={id}>
    ${formGroups(form, form.createOnly)}
  </EditRecord>
);`;
}

/** @param others sources of fields that only the other form has */
function formGroups({ groups }: Resource['form'], others: readonly string[]): string {
  return groups
    .map(({ label, fields }) => {
      const sources = fields.map(({ source }) => source).filter((source) => !others.includes(source));
      return `<FormGroup ${label === undefined ? '' : attribute('label', label)} fields={${JSON.stringify(sources)}} />`;
    })
    .join('\n');
}

function showPage({ groups, related, moments, timeline }: Resource['show'], lines: readonly ChildrenField[]): string {
  const at = (place: ReturnType<typeof placeOfGroup>) =>
    groups.filter(({ component = '' }) => placeOfGroup(component) === place);
  const steady = at('steady');
  const parts = [
    '<RecordHeading view={view} />',
    ...at('wide').map((group) => groupElement(group, true)),
    steady.length === 1
      ? steady.map((group) => groupElement(group, true)).join('')
      : `<RecordCards>${steady.map((group) => groupElement(group, false)).join('\n')}</RecordCards>`,
    ...lines.map(({ source }) => `<RecordLines view={view} source="${source}" />`),
    ...(timeline || [moments, ...related.map((list) => list.moments)].flat().length === 0
      ? []
      : ['<Moments moments={view.resource.show.moments} related={view.resource.show.related} />']),
    ...related.map(relatedElement),
    ...(timeline ? ['<RecordTimeline view={view} />'] : []),
    ...at('growing').map((group) => groupElement(group, true)),
  ];
  return `
export const show = ({ view, id }: RecordPageProps) => (
  <DeclaredRecord view={view} id={id}>
    ${parts.join('\n')}
  </DeclaredRecord>
);`;
}

/** @see DeclaredRelated in packages/ra-declared, which renders the same */
function relatedElement(related: RelatedList): string {
  const { reference, target, source, label, columns, sort, filter, summary, actions, moments } = related;
  const attributes = [
    `reference="${reference}" target="${target}"`,
    ...(source === 'id' ? [] : [`source="${source}"`]),
    ...(label === null ? [] : [attribute('label', label)]),
    ...(sort === null ? [] : [`sort={${JSON.stringify(sort)}}`]),
    ...(filter === null ? [] : [`filter={${JSON.stringify(filter)}}`]),
    ...(summary.length > 0 ? [`summary={${JSON.stringify(summary)}}`] : []),
    ...(related.new ? ['new'] : []),
    ...(actions ? ['actions'] : []),
    ...(moments.length > 0 ? ['perPage={20}'] : []),
  ].join(' ');
  if (columns === null) return `<RelatedRecords ${attributes} />`;
  return `<RelatedRecords ${attributes}>${columns.map(columnElement).join('')}</RelatedRecords>`;
}

const columnElement = (source: string) => `<Column source="${source}" />`;

function groupElement({ label, fields, component }: ShowGroup, isAlone: boolean): string {
  const attributes = [
    'view={view}',
    ...(label === undefined ? [] : [attribute('label', label)]),
    `fields={${JSON.stringify(fields.map(({ source }) => source))}}`,
    ...(component === undefined ? [] : [attribute('component', component)]),
    ...(isAlone ? ['isAlone'] : []),
  ];
  return `<RecordGroup ${attributes.join(' ')} />`;
}

function attribute(name: string, value: Label): string {
  return typeof value === 'string' && /^[\w.-]+$/.test(value)
    ? `${name}="${value}"`
    : `${name}={${JSON.stringify(value)}}`;
}
