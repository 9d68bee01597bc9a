import { Typography } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { useGetOne } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  acceptsValue,
  computedOf,
  type Field,
  isMasked,
  isUnique,
  namingReferences,
  recordName,
  type Resource,
  takenFrom,
} from '@merchant-console/declaration';
import type { FieldRecord, IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { emptyValues } from '../fields/inputs/useBoundField.ts';
import { retryLostConnection } from '../queries.ts';
import type { ResourceView } from '../ResourceView.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { LeaveDialog } from '../ui/LeaveDialog.tsx';
import { useResourceFormat } from '../useResourceFormat.ts';
import { COPIED_LINE, type FormLines } from './lines/formLines.ts';
import { linesIn } from './lines/linesIn.ts';

/** Query parameter with the ID of the record to duplicate: see `duplicatePath`. */
const DUPLICATED = 'duplicate';

/** Types whose values belong to one record, or aren't known to the console. */
const NOT_COPIED: readonly Field['type'][] = ['secret', 'file', 'image', 'children'];

/**
 * True if a copy begins with the original's value: users may enter it in new records, it may occur in several, and the
 * console has received all of it.
 */
function isCopied(field: Field): boolean {
  return acceptsValue(field, 'create') && !isUnique(field) && !isMasked(field) && !NOT_COPIED.includes(field.type);
}

/** True if a value is computed to be that of another record, such as the currency in which inputs read amounts. */
function isTaken(field: Field): boolean {
  return computedOf(field) !== undefined && takenFrom(field) !== null;
}

function copiedFrom(record: FieldRecord, fields: readonly Field[]): FieldRecord {
  const copied = fields.filter((field) => isCopied(field) || isTaken(field));
  return Object.fromEntries(copied.map(({ source }) => [source, record[source] ?? null]));
}

/**
 * The values that the form of a new record begins with if it is a copy. The others have their defaults.
 * @param fields of the form, and computed ones
 */
export function copiedValues(
  fields: readonly Field[],
  lines: readonly FormLines[],
  original: FieldRecord,
): FieldRecord {
  const ofLines = lines.flatMap(({ field, fields: all, columns, view }): [string, FieldRecord[]][] => {
    const originals = linesIn(original[field.source]);
    if (originals.length === 0 || !view.canCreate || !acceptsValue(field, 'create')) return [];
    const shown = [...columns, ...all.filter(isTaken)];
    const copies = originals.map((line) => ({ ...emptyValues(all), ...copiedFrom(line, shown), [COPIED_LINE]: true }));
    return [[field.source, copies]];
  });
  return { ...copiedFrom(original, fields), ...Object.fromEntries(ofLines) };
}

/** Sources of the fields that keep the values of the original, whatever the records that it refers to have today. */
export function keptSources(fields: readonly Field[]): string[] {
  return fields.filter((field) => isCopied(field) && !computedOf(field)).map(({ source }) => source);
}

/** ID of the record that the address says to duplicate, or null. */
export function useAskedOriginal({ resource, canShow }: ResourceView): string | null {
  const asked = new URLSearchParams(useLocation().search).get(DUPLICATED);
  return resource.list.duplicate && canShow ? asked : null;
}

/** The record to duplicate, as it is when the form opens. Later changes of it don't change the form. */
export function useOriginal({ name }: Resource, id: string) {
  const [opened, setOpened] = useState<IdentifiedRecord | null>(null);
  const { data, error, isFetching, refetch } = useGetOne<IdentifiedRecord>(
    name,
    { id },
    // Lists have put their rows into the cache, which lack values of single records.
    { enabled: opened === null, refetchOnMount: 'always', retry: retryLostConnection },
  );
  if (opened === null && data && !isFetching && !error) setOpened(data);
  return { original: opened, error: isFetching ? null : error, refetch };
}

/** Says below the heading of the form which record its values are from. */
export function CopyOf({ resource, original }: { resource: Resource; original: IdentifiedRecord }) {
  const { translate } = useFormatContext();
  const { referenceName } = useResourceFormat(resource.name, namingReferences(resource), [original]);
  return (
    <Typography color="text.secondary" sx={{ mt: -1.5, overflowWrap: 'anywhere' }}>
      {translate('form.copy_of', { name: recordName(original, resource, referenceName) })}
    </Typography>
  );
}

interface OriginalGuardProps {
  /** ID of the record in the address, and of that in the form. */
  asked: string | null;
  shown: string | null;
  onTake(asked: string | null): void;
}

/**
 * The form stays open behind its tab. If another record is to be duplicated meanwhile, takes that one, and asks before
 * unsaved input is lost.
 */
export function OriginalGuard({ asked, shown, onTake }: OriginalGuardProps) {
  const { isDirty } = useFormState();
  const navigate = useNavigate();
  const isOther = asked !== shown;
  const take = useEffectEvent(() => onTake(asked));
  useEffect(() => {
    if (isOther && !isDirty) take();
  }, [isOther, isDirty]);
  const stay = () => {
    const search = shown === null ? '' : `?${DUPLICATED}=${encodeURIComponent(shown)}`;
    void navigate({ search }, { replace: true });
  };
  return <LeaveDialog isOpen={isOther && isDirty && asked !== null} onStay={stay} onLeave={() => onTake(asked)} />;
}
