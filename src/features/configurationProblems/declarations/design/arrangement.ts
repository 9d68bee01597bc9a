import type { JSONPath, Node } from 'jsonc-parser';
import type { Resource } from '@merchant-console/declaration';
import { insertItem, itemsIn, moveItem, nodeIn, removeItem, setValue, valueAt } from './textEdits.ts';

/** A page whose fields can be arranged. */
export type ArrangedPage = 'list' | 'form' | 'record';

/** Fields of a page that are shown together: the columns of a list, or a section. */
export interface Section {
  /** As written: a text, or a text for each language. */
  label: unknown;
  sources: string[];
}

/** Place of a field: number of the section, and within it. */
export interface FieldPlace {
  section: number;
  at: number;
}

export interface Arrangement {
  page: ArrangedPage;
  /** False if the text leaves it to the format. */
  isWritten: boolean;
  sections: Section[];
}

/**
 * How a text arranges the fields of a page, or the arrangement that the format has by default; null if neither can be read.
 *
 * @param resource what the text declares; null if it has errors
 */
export function arrangementIn(text: string, page: ArrangedPage, resource: Resource | null): Arrangement | null {
  const written = itemsIn(text, listOf(text, page));
  if (written)
    return { page, isWritten: true, sections: page === 'list' ? [columnsIn(written)] : written.map(sectionIn) };
  if (!resource) return null;
  const { list, form, show } = resource;
  const groups = { list: [{ fields: list.columns }], form: form.groups, record: show.groups }[page];
  const sections = groups.map(({ fields }) => ({ label: undefined, sources: fields.map(({ source }) => source) }));
  return { page, isWritten: false, sections };
}

const columnsIn = (nodes: readonly Node[]): Section => ({
  label: undefined,
  sources: nodes.map(({ value }) => String(value)),
});

function sectionIn(node: Node): Section {
  const fields = valueAt(node, 'fields');
  return { label: valueAt(node, 'label'), sources: Array.isArray(fields) ? fields.map(String) : [] };
}

/** The list of a page's columns or sections. */
function listOf(text: string, page: ArrangedPage): JSONPath {
  if (page === 'list') return ['list', 'columns'];
  if (page === 'record') return ['show', 'groups'];
  return ['form', nodeIn(text, ['form', 'tabs']) ? 'tabs' : 'groups'];
}

/** The list of a section's fields. */
function fieldsOf(text: string, page: ArrangedPage, section: number): JSONPath {
  return page === 'list' ? listOf(text, page) : [...listOf(text, page), section, 'fields'];
}

/** The text with the arrangement written out, so that it can be changed. */
export function withSections(text: string, { page, isWritten, sections }: Arrangement): string {
  if (isWritten) return text;
  const value = page === 'list' ? sections[0]?.sources : sections.map(({ sources }) => ({ fields: sources }));
  return setValue(text, listOf(text, page), value);
}

export function moveFieldTo(text: string, arrangement: Arrangement, from: FieldPlace, to: FieldPlace): string {
  const { page, sections } = arrangement;
  const base = withSections(text, arrangement);
  if (from.section === to.section) return moveItem(base, fieldsOf(base, page, from.section), from.at, to.at);
  const source = sections[from.section]?.sources[from.at];
  return addFieldTo(
    removeItem(base, fieldsOf(base, page, from.section), from.at),
    { ...arrangement, isWritten: true },
    to,
    source,
  );
}

export function addFieldTo(
  text: string,
  arrangement: Arrangement,
  { section, at }: FieldPlace,
  source: string | undefined,
): string {
  const base = withSections(text, arrangement);
  return insertItem(base, fieldsOf(base, arrangement.page, section), at, source);
}

export function removeFieldFrom(text: string, arrangement: Arrangement, { section, at }: FieldPlace): string {
  const base = withSections(text, arrangement);
  return removeItem(base, fieldsOf(base, arrangement.page, section), at);
}

/** Adds a section at the end, in which fields have to be put. */
export function addSection(text: string, arrangement: Arrangement): string {
  const base = withSections(text, arrangement);
  return insertItem(base, listOf(base, arrangement.page), arrangement.sections.length, { fields: [] });
}

export function moveSection(text: string, arrangement: Arrangement, from: number, to: number): string {
  const base = withSections(text, arrangement);
  return moveItem(base, listOf(base, arrangement.page), from, to);
}

export function removeSection(text: string, arrangement: Arrangement, at: number): string {
  const base = withSections(text, arrangement);
  return removeItem(base, listOf(base, arrangement.page), at);
}

/** Path of a section's label. */
export function sectionLabel(text: string, { page }: Arrangement, section: number): JSONPath {
  return [...listOf(text, page), section, 'label'];
}

/** Where a field goes by one step up or down, into the next section at the end of one; null if there is no such place. */
export function stepFrom({ sections }: Arrangement, { section, at }: FieldPlace, by: 1 | -1): FieldPlace | null {
  const count = sections[section]?.sources.length ?? 0;
  if (at + by >= 0 && at + by < count) return { section, at: at + by };
  const other = sections[section + by];
  return other ? { section: section + by, at: by === 1 ? 0 : other.sources.length } : null;
}
