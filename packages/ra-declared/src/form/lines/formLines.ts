import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import {
  type ChildrenField,
  childLimits,
  childrenIn,
  computedOf,
  type Field,
  type FieldGroup,
  type LinesThen,
  type Resource,
  takenFrom,
  withSumsOfLines,
} from '@merchant-console/declaration';
import { permissionKey } from '@merchant-console/protocol';
import { useDeclarationSource } from '../../declaration/DeclarationSource.ts';
import { declarationQuery } from '../../declaration/useDeclaration.ts';
import type { FieldRecord } from '../../fields/FieldTypeDefinition.ts';
import { useFindPlace } from '../../resourcePlaces.ts';
import { createResourceView, type ResourceView } from '../../ResourceView.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { titleOf } from '../../useResourceView.ts';
import { useScope } from '../../useScope.ts';
import { useOpeningDefaults } from '../newValues.tsx';
import { emptyValues } from '../../fields/inputs/useBoundField.ts';
import { recordOf } from '../formValues.ts';
import { linesIn } from './linesIn.ts';

/** The lines of a form's record: records of another resource. */
export interface FormLines {
  field: ChildrenField;
  /** Their resource, limited to what the user may see. */
  view: ResourceView;
  /** All their fields, with constants in place of words in defaults. */
  fields: readonly Field[];
  /** Fields that the form shows. */
  columns: readonly Field[];
  /** Fields of the record that the lines belong to. */
  ownerFields: readonly Field[];
}

/** The lines in the form of a resource that the user may see. Null until they are known. */
export function useFormLines(resource: Resource): readonly FormLines[] | null {
  const wanted = childrenIn(resource.fields);
  const source = useDeclarationSource();
  const found = useQueries({
    queries: wanted.map(({ reference }) => declarationQuery(reference, source)),
    combine: resourcesOnly,
  });
  const { language, translate } = useFormatContext();
  const findPlace = useFindPlace();
  const readScope = useScope();
  const opened = useOpeningDefaults();
  const lines = useMemo(
    () =>
      wanted.flatMap((field, at): FormLines[] => {
        const lineResource = found.resources[at];
        const place = findPlace(field.reference);
        const maySee = ['list', 'show'].some((one) => place?.permissions.includes(permissionKey(field.reference, one)));
        if (!lineResource || !place || !maySee) return [];
        const view = createResourceView(lineResource, place, titleOf(lineResource, { language, translate }), readScope);
        const fields = opened(view.resource.fields);
        const columns = field.columns.flatMap((column) => fields.find((one) => one.source === column) ?? []);
        return [{ field, view, fields, columns, ownerFields: resource.fields }];
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- the others are of the resource, or the same in each render
    [resource, found, findPlace, language, translate, readScope],
  );
  return found.isPending ? null : lines;
}

function resourcesOnly(results: readonly UseQueryResult<Resource>[]) {
  return { resources: results.map(({ data }) => data), isPending: results.some(({ isPending }) => isPending) };
}

interface LinesInForm {
  lines: readonly FormLines[];
  /** The stored record; null for a new one. */
  before: FieldRecord | null;
  /** Sources of the form's fields. */
  shown: readonly string[];
}

const FormLinesContext = createContext<LinesInForm>({ lines: [], before: null, shown: [] });
export const FormLinesProvider = FormLinesContext.Provider;

/** Stable as long as the lines and the stored record are. @param fields of the form */
export function useLinesToProvide(
  lines: readonly FormLines[] | null,
  before: FieldRecord | null,
  fields: readonly Field[],
): LinesInForm {
  const shown = fields.map(({ source }) => source).join();
  return useMemo(() => ({ lines: lines ?? [], before, shown: shown.split(',') }), [lines, before, shown]);
}

export function useLinesInForm(): LinesInForm {
  return useContext(FormLinesContext);
}

/** Key of a form's new line whose values are those of another record. It can't be the name of a field, and isn't sent. */
export const COPIED_LINE = '_copied';

/** The lines that the form of a new record begins with: as many as it needs. */
export function firstLines(lines: readonly FormLines[]): FieldRecord {
  return Object.fromEntries(
    lines.map(({ field, fields }) => [
      field.source,
      Array.from({ length: childLimits(field).min }, () => emptyValues(fields)),
    ]),
  );
}

/** The groups of a form without lines that the user may not see. Null lines aren't known yet. */
export function groupsWith(groups: readonly FieldGroup[], lines: readonly FormLines[] | null): FieldGroup[] {
  const isThere = (field: Field) =>
    field.type !== 'children' || !lines || lines.some((one) => one.field.source === field.source);
  return groups
    .map((group) => ({ ...group, fields: group.fields.filter(isThere) }))
    .filter(({ fields }) => fields.length > 0);
}

/** Fields of a line whose values are those of the record that it belongs to. */
export function takersFromOwner({ field: { target }, fields }: Pick<FormLines, 'field' | 'fields'>): Field[] {
  return fields.filter((field) => takenFrom(field)?.reference === target);
}

/** A line as it would be saved with the record that it belongs to. */
export function lineOf(lines: Pick<FormLines, 'field' | 'fields'>, owner: FieldRecord, line: FieldRecord): FieldRecord {
  const ofOwner = takersFromOwner(lines).flatMap((field): [string, unknown][] =>
    computedOf(field) ? [[field.source, owner[takenFrom(field)?.source ?? ''] ?? null]] : [],
  );
  return recordOf(lines.fields, ofOwner.length === 0 ? line : { ...line, ...Object.fromEntries(ofOwner) });
}

/**
 * The record that a form represents, with the sums of its lines.
 * @param before the stored record; null for a new one
 */
export function recordWithLines(
  fields: readonly Field[],
  values: FieldRecord,
  before: FieldRecord | null,
  lines: readonly FormLines[],
): FieldRecord {
  const owner = recordOf(fields, values);
  const linesOf = lines.map((one): [string, LinesThen] => [
    one.field.reference,
    {
      stored: linesIn(before?.[one.field.source]),
      now: linesIn(values[one.field.source]).map((line) => lineOf(one, owner, line)),
    },
  ]);
  // The values of a form have the stored sums.
  return recordOf(fields, withSumsOfLines(fields, values, new Map(linesOf)));
}
