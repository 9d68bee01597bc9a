import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useGetMany } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import {
  computedOf,
  type Field,
  type FieldGroup,
  type Giver,
  giversIn,
  takenValue,
  withDefaultsIn,
} from '@merchant-console/declaration';
import type { FieldRecord, IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { useFormPart } from '../fields/inputs/formPart.ts';
import { isSame } from '../fields/inputs/useBoundField.ts';
import { useDeclaration } from '../declaration/useDeclaration.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { useScope } from '../useScope.ts';

/** Returns a function that puts constants in place of words such as `$today`, as of when the form was opened. */
export function useOpeningDefaults(): (fields: readonly Field[]) => Field[] {
  const readScope = useScope();
  const [scope] = useState(() => readScope([]));
  // The same objects in each render, so that inputs needn't render again.
  const [known] = useState(() => new Map<Field, Field>());
  return (fields) =>
    fields.map((field) => {
      const opened = known.get(field) ?? withDefaultsIn([field], scope)[0] ?? field;
      known.set(field, opened);
      return opened;
    });
}

/** The groups with constants in place of words. */
export function useOpeningGroups(groups: readonly FieldGroup[]): FieldGroup[] {
  const opened = useOpeningDefaults();
  return groups.map((group) => ({ ...group, fields: opened(group.fields) }));
}

interface TakenProps {
  /** Fields of the form. */
  fields: readonly Field[];
  /** All fields of the record. */
  all: readonly Field[];
  /** Sources of fields that aren't filled, because they have the values of a record that is duplicated. */
  kept?: readonly string[];
}

const NONE: readonly string[] = [];

/**
 * Fills fields of a new record from the records that it refers to, whenever these are chosen. Fields that the user has
 * changed stay.
 */
export function TakenDefaults({ fields: shown, all, kept = NONE }: TakenProps) {
  // Amounts may be in a currency that the form doesn't show.
  const fields = [...shown, ...all.filter((field) => computedOf(field) && !shown.includes(field))];
  const filled = fields.filter(({ source }) => !kept.includes(source));
  return giversIn(fields).map((giver) => <TakenFrom key={giver.reference.source} {...giver} fields={filled} />);
}

interface TakenFromProps extends Giver {
  /** Fields that may be filled. */
  fields: readonly Field[];
}

/** Fills fields of a record, or of a line of it, from a record that it refers to. */
export function TakenFrom({ reference: { source, reference }, takers, fields }: TakenFromProps) {
  const { nameOf } = useFormPart();
  const chosen: unknown = useWatch({ name: nameOf(source) });
  const id = typeof chosen === 'string' ? chosen : '';
  const { data: other } = useDeclaration(reference);
  const { data } = useGetMany<IdentifiedRecord>(reference, { ids: [id] }, { enabled: id !== '' });
  const record = data?.find((one) => String(one.id) === id);
  const given = record && other ? { record, fields: other.fields } : null;
  useTaking(
    takers.filter((field) => fields.some((one) => one.source === field.source)),
    given,
    `${id} ${given !== null}`,
  );
  return null;
}

/**
 * Fills fields from a record whenever it changes, as long as they have the value that was filled in before.
 * @param given null until the record is there
 * @param key another one once `given` is
 */
export function useTaking(
  takers: readonly Field[],
  given: { record: FieldRecord; fields: readonly Field[] } | null,
  key: string,
): void {
  const { nameOf, stored, values } = useFormPart();
  const { setValue } = useFormContext<FieldRecord>();
  const { isSubmitted } = useFormState<FieldRecord>();
  const { currencyData } = useFormatContext();
  const currencies = takers.flatMap((field) => (field.type === 'money' ? (field.currency ?? []) : []));
  const inCurrencies = useWatch<FieldRecord>({ name: currencies.map(nameOf) }).join();
  const taken = useRef<Record<string, unknown>>({});

  const take = useEffectEvent(() => {
    for (const field of takers) {
      const initial = stored[field.source] ?? null;
      const last = field.source in taken.current ? taken.current[field.source] : initial;
      const present = values()[field.source] ?? null;
      if (!isSame(present, last)) continue;
      const found = given && takenValue(field, given, values(), currencyData.currency);
      // Until the record is there, nothing is left of the one chosen before.
      const next = found ?? initial;
      taken.current[field.source] = next;
      if (!isSame(present, next))
        setValue(nameOf(field.source), next, { shouldDirty: true, shouldValidate: isSubmitted });
    }
  });
  useEffect(() => take(), [key, inCurrencies]);
}
